import type { DiscoveredUpstream } from "../discover/discover-upstream.js";
import { discoverVisibly } from "../discover/discover-visibly.js";
import { DiscoveryError } from "../discover/discovery-error.js";
import { Failure } from "../terminal/failure.js";
import { print } from "../terminal/print.js";
import { createProgress } from "../terminal/progress.js";
import { write } from "../terminal/write.js";
import { chooseFormat, chooseModel } from "./choose.js";
import { openConfig } from "./config/open-config.js";
import { type Examination, ExaminationError, examineUpstream } from "./examine-upstream.js";
import type { DoctorOptions } from "./options.js";
import { toOutput, toText } from "./report/report.js";

/**
 * Examines a server and prints what it can do. The exit code is 0 if it was examined.
 * @throws Failure if the server or the model does not answer, or if the options do
 * not fit the server or the config
 */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  const upstream = await discover(options);
  const model = chooseModel(upstream, options.model);
  // Before anything is spent, it must be clear where the findings go.
  const config =
    options.write === undefined
      ? undefined
      : openConfig(options.write, { baseUrl: upstream.baseUrl, format: upstream.format, model });
  const examination = await examine(upstream, model, options);
  const output = toOutput(upstream, examination);
  print<"doctor">(options.json, output, () => toText(upstream, examination));
  if (config) write(process.stderr, `${config.put(examination.capabilities)}\n`);
}

async function discover(options: DoctorOptions): Promise<DiscoveredUpstream> {
  const { upstream: baseUrl, upstreamKey: apiKey } = options;
  try {
    return chooseFormat(await discoverVisibly({ baseUrl, apiKey }), options.format);
  } catch (error) {
    if (!(error instanceof DiscoveryError) || error.kind === "invalid_address") throw error;
    throw new Failure(error.message, { cause: error });
  }
}

async function examine(
  upstream: DiscoveredUpstream,
  model: string,
  { upstreamKey: apiKey, timeout, skipLongInput }: DoctorOptions,
): Promise<Examination> {
  const progress = createProgress(process.stderr);
  const skip = skipLongInput ? ["long_input"] : [];
  try {
    return await examineUpstream({
      upstream,
      model,
      apiKey,
      skip,
      timeout: timeout * 1000,
      onProgress: (title, index, count) => progress.show(`${index + 1}/${count} ${title} …`),
    });
  } catch (error) {
    if (!(error instanceof ExaminationError)) throw error;
    throw new Failure(error.message, { cause: error });
  } finally {
    progress.clear();
  }
}
