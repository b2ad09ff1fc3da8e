import { ConfigError } from "../config/check/config-error.js";
import { type Problem, toPathText } from "../config/check/problem.js";

/** What the config of the options is called in messages. */
export const source = "diglot";

/** The options that members of the config come from. */
const options: Readonly<Record<string, string>> = {
  "keys[0].key": "--key",
  "admin.credential": "--admin-credential",
  "upstreams.upstream.baseUrl": "--upstream",
  "upstreams.upstream.apiKey": "--upstream-key",
  "limits.redis": "--redis",
  "store.path": "--database",
  "store.url": "--database",
};

/** Rewrites the paths of a config that was made from options into the names of those options. */
export function nameOptions(error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  return new ConfigError(source, error.problems.map(toOption), { cause: error });
}

function toOption({ path, message }: Problem): Problem {
  const option = options[toPathText(path)];
  return option === undefined ? { path, message } : { path: [], message: `${option} ${message}` };
}
