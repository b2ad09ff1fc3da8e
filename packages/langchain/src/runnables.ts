/**
 * What is used of LangChain, as structural types: a host may have several copies of its core, whose
 * classes are different types, and a graph, an agent and a chain have no useful type in common.
 */

/** A chat model, a chain, a graph of LangGraph, or an agent that `createAgent` returns. */
export interface LangChainRunnable {
  stream(input: never, config?: never): Promise<AsyncIterable<unknown>>;
}

/** A chat model. */
export interface ChatModel extends LangChainRunnable {
  /** The kind of the model's provider, such as `openai`. */
  _llmType(): string;
  bindTools?(tools: readonly object[], options: object): LangChainRunnable;
}

/** What a run is configured with besides what follows from the request: `configurable`, `callbacks`, `tags`, … */
export type RunConfig = Readonly<Record<string, unknown>>;

/** Whether a runnable is a chat model. */
export function isChatModel(runnable: LangChainRunnable): runnable is ChatModel {
  return (
    "_modelType" in runnable && typeof (runnable as Partial<ChatModel>)._llmType === "function"
  );
}

/** Whether a runnable is a graph, or an agent that is made of one: its state has messages. */
export function isGraph(runnable: LangChainRunnable): boolean {
  const { lg_is_pregel, graph } = runnable as { lg_is_pregel?: unknown; graph?: unknown };
  return lg_is_pregel === true || (typeof graph === "object" && graph !== null && "nodes" in graph);
}

/** Whether a value can be run. */
export function isRunnable(value: unknown): value is LangChainRunnable {
  return typeof value === "object" && value !== null && "stream" in value;
}
