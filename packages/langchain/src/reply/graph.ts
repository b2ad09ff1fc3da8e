import { type ModelYield, type Receipt, usage } from "@diglot/core";
import { createParagraphs, type Paragraphs } from "@diglot/core/frameworks";
import { type CollectedCall, createCallCollector, toWholeCall } from "./calls.js";
import { type Chunk, isChunk } from "./chunk.js";
import { type ContentReader, createContentReader } from "./content.js";
import { type Finish, readFinish, toStop } from "./finish.js";
import type { ModelReports } from "./model-reports.js";
import { createUsageCounter, type UsageCounter } from "./usage.js";

/** A part of a graph's stream: a piece of a message with where it comes from, or what a step has changed. */
export type GraphPart =
  | readonly [mode: "messages", part: readonly [message: unknown, metadata: unknown]]
  | readonly [mode: "updates", changes: Readonly<Record<string, unknown>>];

/** Reads the stream of a graph. */
export interface GraphReader {
  read(part: GraphPart): readonly ModelYield[];
  /** The calls that no node has answered, and why the last message ended. */
  end(): readonly ModelYield[];
}

interface Run {
  readonly reports: ModelReports;
  readonly contents: ContentReader;
  readonly counter: UsageCounter;
  /** The text of each step is one. */
  readonly paragraphs: Paragraphs;
  /** Calls that no node has answered, by their ids. */
  readonly open: Map<string, CollectedCall>;
  finish: Finish | undefined;
}

/** A reader of one run. */
export function createGraphReader(reports: ModelReports, receipt: Receipt): GraphReader {
  const run: Run = {
    reports,
    contents: createContentReader(receipt),
    counter: createUsageCounter(),
    paragraphs: createParagraphs(),
    open: new Map(),
    finish: undefined,
  };
  return {
    read(part) {
      if (part[0] === "updates") endStep(part[1], run);
      else if (isChunk(part[1][0])) return readMessage(part[1][0], run);
      return [];
    },
    end() {
      reports.assertEnded();
      return [...[...run.open.values()].map(toWholeCall), ...toStop(run.finish)];
    },
  };
}

/** Calls are not read here: pieces of messages that several nodes write at once come mixed. */
function readMessage(chunk: Chunk, { contents, counter, paragraphs }: Run): readonly ModelYield[] {
  if (chunk.type !== "ai") return [];
  const counts = counter.add(chunk);
  const pieces = contents
    .read(chunk)
    .flatMap((piece): readonly ModelYield[] =>
      typeof piece === "string" ? paragraphs.add(piece) : [piece],
    );
  return counts ? [...pieces, usage(counts)] : pieces;
}

function endStep(changes: Readonly<Record<string, unknown>>, run: Run): void {
  if ("__interrupt__" in changes) throw new Error(interrupted);
  run.reports.assertEnded();
  run.paragraphs.end();
  run.contents.endStep();
  for (const message of messagesOf(changes)) {
    if (message.tool_call_id !== undefined) run.open.delete(message.tool_call_id);
    if (message.type === "ai") endMessage(message, run);
  }
}

function endMessage(message: Chunk, run: Run): void {
  run.finish = readFinish(message) ?? run.reports.finish();
  const calls = createCallCollector();
  calls.add(message);
  for (const call of calls.take()) run.open.set(call.id ?? call.name, call);
}

const interrupted =
  "The graph was interrupted and waits for an answer, which no caller of a wire format can give.";

/** The messages among the changes of a step, of all its nodes. A node that wrote several times has a list. */
function messagesOf(changes: Readonly<Record<string, unknown>>): readonly Chunk[] {
  return Object.values(changes)
    .flat()
    .flatMap((change) => {
      const { messages } = Object(change) as { messages?: unknown };
      return [messages].flat().filter(isChunk);
    });
}
