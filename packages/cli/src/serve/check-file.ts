import { renderUpstreams } from "../admin/status/render-upstreams.js";
import { isBroken } from "../admin/status/show-status.js";
import type { CheckedConfig } from "../config/check/check-config.js";
import { ConfigError } from "../config/check/config-error.js";
import { type Problem, toPathText } from "../config/check/problem.js";
import { exitCodes } from "../terminal/failure.js";
import { print } from "../terminal/print.js";
import { askUpstreams } from "./ask-upstreams.js";
import type { ServeOptions } from "./options.js";
import type { CheckedProblem } from "./output.js";

/**
 * Prints whether a gateway can start with a config. With `ask` it also asks the upstreams. The exit code is
 * 2 if the config has mistakes, and 1 if an upstream cannot be used.
 * @throws ConfigError without `json`, if the config has mistakes
 */
export async function checkFile(
  file: string,
  read: () => Promise<CheckedConfig>,
  { ask, json }: Pick<ServeOptions, "ask" | "json">,
): Promise<void> {
  try {
    await showValid(file, await read(), { ask, json });
  } catch (error) {
    if (!json || !(error instanceof ConfigError)) throw error;
    const output = { file, valid: false, problems: error.problems.map(toChecked) };
    print<"serve --check">(json, output, () => error.message);
    process.exitCode = exitCodes.misused;
  }
}

async function showValid(
  file: string,
  config: CheckedConfig,
  { ask, json }: Pick<ServeOptions, "ask" | "json">,
): Promise<void> {
  const upstreams = ask ? await askUpstreams(config) : undefined;
  print<"serve --check">(json, { file, valid: true, problems: [], upstreams }, () => {
    const table = upstreams ? renderUpstreams(upstreams, process.stdout.columns) : "";
    return `${file} is valid.\n${table}`;
  });
  if (upstreams?.some(isBroken)) process.exitCode = exitCodes.found;
}

function toChecked({ path, message }: Problem): CheckedProblem {
  return { path: toPathText(path), message };
}
