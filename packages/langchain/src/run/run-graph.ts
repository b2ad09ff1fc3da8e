import { type ModelYield, toProviderError, usage } from "@diglot/core";
import { asHavingRun, createParagraphs } from "@diglot/core/frameworks";
import { type CollectedCall, createCallCollector, toWholeCall } from "../reply/calls.js";
import { type Chunk, isChunk } from "../reply/chunk.js";
import { readContent } from "../reply/content.js";
import { type Finish, readFinish, toStop } from "../reply/finish.js";
import { listenForUsage } from "../reply/reported-usage.js";
import { createUsageCounter } from "../reply/usage.js";
import type { LangChainRunnable, RunConfig } from "../runnables.js";

/** What a graph is run with. */
export interface GraphRun {
  readonly graph: LangChainRunnable;
  readonly config: RunConfig;
  readonly signal: AbortSignal;
}

/** Runs a graph on its input, and yields what the caller sees of it: its text and its reasoning. */
export async function* runGraph(
  input: unknown,
  { graph, config, signal }: GraphRun,
): AsyncGenerator<ModelYield> {
  const reported = listenForUsage(config.callbacks);
  const { callbacks } = reported;
  const options = { ...config, callbacks, signal, streamMode: ["messages", "updates"] };
  const reader = createGraphReader();
  try {
    for await (const part of await graph.stream(input as never, options as never)) {
      yield* reader.read(part as GraphPart);
    }
  } catch (error) {
    // A graph that fails takes back the pieces of messages that have not been read yet.
    const used = reported.sum();
    if (used) yield usage(used);
    throw used ? asHavingRun(toProviderError(error)) : error;
  }
  yield* reader.end();
}

/** A part of the stream: a piece of a message with where it comes from, or what a step has changed. */
type GraphPart =
  | readonly [mode: "messages", part: readonly [message: unknown, metadata: unknown]]
  | readonly [mode: "updates", changes: Readonly<Record<string, unknown>>];

interface GraphReader {
  read(part: GraphPart): readonly ModelYield[];
  end(): readonly ModelYield[];
}

function createGraphReader(): GraphReader {
  const collector = createCallCollector();
  const counter = createUsageCounter();
  const open = new Map<string, CollectedCall>();
  let finish: Finish | undefined;
  /** Texts of different steps are paragraphs of their own. */
  const paragraphs = createParagraphs();

  function readMessage(chunk: Chunk): readonly ModelYield[] {
    if (chunk.tool_call_id !== undefined) open.delete(chunk.tool_call_id);
    if (chunk.type !== "ai") return [];
    collector.add(chunk);
    const counts = counter.add(chunk);
    return [
      ...readContent(chunk).flatMap((piece): readonly ModelYield[] =>
        typeof piece === "string" ? paragraphs.add(piece) : [piece],
      ),
      ...(counts ? [usage(counts)] : []),
    ];
  }

  function endStep(changes: Readonly<Record<string, unknown>>): void {
    if ("__interrupt__" in changes) throw new Error(interrupted);
    paragraphs.end();
    for (const call of collector.take()) open.set(call.id ?? call.name, call);
    for (const message of messagesOf(changes)) {
      if (message.tool_call_id !== undefined) open.delete(message.tool_call_id);
      if (message.type === "ai") finish = readFinish(message) ?? finish;
    }
  }

  return {
    read(part) {
      if (part[0] === "updates") endStep(part[1]);
      else if (isChunk(part[1][0])) return readMessage(part[1][0]);
      return [];
    },
    end: () => [...[...open.values()].map(toWholeCall), ...toStop(finish)],
  };
}

const interrupted =
  "The graph was interrupted and waits for an answer, which no caller of a wire format can give.";

/** The messages among the changes of a step, of all its nodes. */
function messagesOf(changes: Readonly<Record<string, unknown>>): readonly Chunk[] {
  return Object.values(changes).flatMap((change) => {
    const { messages } = Object(change) as { messages?: unknown };
    return [messages].flat().filter(isChunk);
  });
}
