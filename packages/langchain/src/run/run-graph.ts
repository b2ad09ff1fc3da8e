import { type ModelYield, type Receipt, toProviderError, usage } from "@diglot/core";
import { asHavingRun } from "@diglot/core/frameworks";
import { createGraphReader, type GraphPart } from "../reply/graph.js";
import { listenToModels } from "../reply/model-reports.js";
import type { LangChainRunnable, RunConfig } from "../runnables.js";

/** What a graph is run with. */
export interface GraphRun {
  readonly graph: LangChainRunnable;
  readonly config: RunConfig;
  readonly signal: AbortSignal;
  readonly receipt: Receipt;
}

/** Runs a graph on its input, and yields what the caller sees of it: its text and its reasoning. */
export async function* runGraph(
  input: unknown,
  { graph, config, signal, receipt }: GraphRun,
): AsyncGenerator<ModelYield> {
  const reports = listenToModels(config.callbacks);
  const { callbacks } = reports;
  const options = { ...config, callbacks, signal, streamMode: ["messages", "updates"] };
  const reader = createGraphReader(reports, receipt);
  try {
    for await (const part of await graph.stream(input as never, options as never)) {
      yield* reader.read(part as GraphPart);
    }
  } catch (error) {
    // A graph that fails takes back the pieces of messages that have not been read yet.
    const used = reports.usage();
    if (used) yield usage(used);
    throw used ? asHavingRun(toProviderError(error)) : error;
  }
  yield* reader.end();
}
