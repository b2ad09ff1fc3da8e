import { holds, isCount, isJson, isJsonList, isStream, isString, type Json } from "../../expect.js";
import type { Probe, ProbedAnswer } from "../../probing/probe.js";
import { sendBody, sendOrSkip } from "./completion.js";

/** A stream of chunks, read; its grammar is for the checks to look at. */
export interface ChunkStream {
  readonly answer: ProbedAnswer;
  /** All chunks, in their order. */
  readonly chunks: readonly Json[];
  /** The choices of all chunks, in their order. */
  readonly choices: readonly Json[];
  /** The deltas of all choices. */
  readonly deltas: readonly Json[];
  /** The joined content. */
  readonly content: string;
  /** The finish reasons. */
  readonly finishes: readonly unknown[];
}

/** The stream in an answer. @throws an error unless each event is a chunk or `[DONE]` */
function isChunkStream(answer: ProbedAnswer): ChunkStream {
  const events = isStream(answer).filter(({ data }) => data !== "[DONE]");
  const chunks = events.map(({ json, data }) => {
    holds(json !== undefined, "an event is neither JSON nor [DONE]", data);
    return json;
  });
  const choices = chunks.flatMap((chunk) => isJsonList(chunk.choices, "the choices of a chunk"));
  const deltas = choices.map(({ delta }) => isJson(delta, "the delta of a choice"));
  return {
    answer,
    chunks,
    choices,
    deltas,
    content: joinContent(deltas),
    finishes: choices.map((choice) => choice.finish_reason ?? null).filter((one) => one !== null),
  };
}

function joinContent(deltas: readonly Json[]): string {
  return deltas.map(({ content }) => isString(content ?? "", "the content of a delta")).join("");
}

/** Sends a body with `stream`, and reads the stream. */
export async function stream(probe: Probe, body: Json = {}): Promise<ChunkStream> {
  return isChunkStream(await sendBody(probe, { stream: true, ...body }));
}

/** The same of a request that not every model can serve: a refusal ends the check as skipped. */
export async function streamOrSkip(probe: Probe, body: Json, what: string): Promise<ChunkStream> {
  return isChunkStream(await sendOrSkip(probe, { stream: true, ...body }, what));
}

/** The pieces of one call, with its place among the calls. */
export interface StreamedCall {
  readonly index: number;
  readonly fragments: readonly Json[];
  /** The joined arguments. */
  readonly arguments: string;
}

/** The calls of a stream, by index, in the order in which they begin. */
export function callsOf({ deltas }: ChunkStream): readonly StreamedCall[] {
  const byIndex = new Map<number, Json[]>();
  for (const fragment of fragmentsOf(deltas)) {
    const index = isCount(fragment.index, "the index of a fragment of a call");
    byIndex.set(index, [...(byIndex.get(index) ?? []), fragment]);
  }
  return [...byIndex].map(([index, fragments]) => ({
    index,
    fragments,
    arguments: fragments.map(argumentsOf).join(""),
  }));
}

/** All fragments of all calls. */
export function fragmentsOf(deltas: readonly Json[]): readonly Json[] {
  return deltas.flatMap(({ tool_calls: calls }) =>
    calls === undefined ? [] : isJsonList(calls, "the tool_calls of a delta"),
  );
}

function argumentsOf(fragment: Json): string {
  if (fragment.function === undefined) return "";
  const part = isJson(fragment.function, "the function of a fragment of a call");
  return isString(part.arguments ?? "", "the arguments of a fragment of a call");
}
