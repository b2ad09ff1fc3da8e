import type { Answer, Exchange, HeaderLookup, ModelRequest } from "@diglot/core";
import { decodeBytes } from "../../common/bytes.js";
import { readEvents } from "../../common/events.js";
import { isLost } from "../../faults/lost-answer.js";
import type { Call, RecordedAnswer } from "./call.js";
import { copySource, isSource } from "./copy-source.js";
import { createProgress, type Progress } from "./progress.js";
import { recordAnswer } from "./recorded-answer.js";
import { formatOf, recordRequest, withoutPrefix } from "./recorded-request.js";

/** A call while it is written down. */
export interface Recording {
  readonly call: Call;
  /** The exchange to hand on, whose body is copied while it is read. */
  readonly exchange: Exchange;
  /** The request has reached a model. */
  reached(request: ModelRequest): void;
  unexpected(message: string): void;
  /** The answer to give out, whose body is copied while it is read. */
  answered(answer: Answer): Answer;
}

/** What is found out about a call one after another. */
interface Findings {
  readonly chunks: Uint8Array[];
  asked?: ModelRequest;
  answer?: RecordedAnswer;
  unexpected?: string;
}

/** Begins to write down one call. */
export function recordCall(index: number, original: Exchange): Recording {
  const { signal, headers } = original;
  const { request, body } = recordRequest(original);
  const target = withoutPrefix(original.target);
  const format = formatOf(target);
  const found: Findings = { chunks: [] };
  const ending = watchEnding(signal, found);

  return {
    call: toCall({ index, format, request }, found, ending.progress),
    exchange: { ...original, target, headers: ownLookup(headers), body },
    reached(modelRequest) {
      found.asked = modelRequest;
    },
    unexpected(message) {
      found.unexpected = message;
    },
    answered(answer) {
      if (isLost(answer)) ending.onFailure();
      if (ending.progress.state !== "open") return answer;
      const asked = () => ({ format, body: request.body, headers });
      found.answer = recordAnswer(answer, found.chunks, asked);
      return copyBody(answer, found.chunks, ending);
    },
  };
}

/** The ways in which a call ends. */
interface Ending {
  readonly progress: Progress;
  /** All of the answer was read. */
  onEnd(): void;
  onFailure(): void;
  /** The caller has left. */
  onCancel(): void;
}

/** Watches how a call ends: by its body, or by the signal of its caller. */
function watchEnding(signal: AbortSignal, found: Findings): Ending {
  const progress = createProgress(() => signal.removeEventListener("abort", onCancel));
  const onEnd = () => progress.end(isWhole(found) ? "whole" : "broken");
  const onCancel = () => (hasLastEvent(found.chunks) ? onEnd() : progress.end("aborted"));
  signal.addEventListener("abort", onCancel, { once: true });
  if (signal.aborted) onCancel();
  return { progress, onEnd, onCancel, onFailure: () => progress.end("broken") };
}

/** Whether an answer that has ended is all there: a stream has its last event, any other its length. */
function isWhole({ answer, chunks }: Findings): boolean {
  if (answer?.headers["content-type"]?.startsWith("text/event-stream")) return hasLastEvent(chunks);
  const length = answer?.headers["content-length"];
  return (
    length === undefined || chunks.reduce((sum, chunk) => sum + chunk.length, 0) >= Number(length)
  );
}

/** The same answer, whose body is copied while it is read. */
function copyBody(answer: Answer, chunks: Uint8Array[], ending: Ending): Answer {
  const source = answer.body;
  if (isSource(source)) return { ...answer, body: copySource(source, chunks, ending) };
  if (source) chunks.push(source);
  ending.onEnd();
  return answer;
}

/** What is known of a call from its beginning, and what is found out. */
function toCall(
  known: Pick<Call, "index" | "format" | "request">,
  found: Findings,
  progress: Pick<Call, "state" | "finished">,
): Call {
  return {
    ...known,
    finished: progress.finished,
    get conversation() {
      return found.asked?.conversation();
    },
    get answer() {
      return found.answer;
    },
    get unexpected() {
      return found.unexpected;
    },
    get state() {
      return progress.state;
    },
  };
}

/** The same lookup as an object of its own, so that a model's request can be distinguished from all others. */
function ownLookup(headers: HeaderLookup): HeaderLookup {
  return { get: (name) => headers.get(name), keys: () => headers.keys() };
}

/** The events that end a whole reply, in the formats that name them. */
const lastEvents: ReadonlySet<string | undefined> = new Set([
  "message_stop",
  "response.completed",
  "response.incomplete",
]);

/** Some clients leave when they have the last event, and do not read on to the end of the body. */
function hasLastEvent(chunks: readonly Uint8Array[]): boolean {
  return readEvents(decodeBytes(chunks)).some(
    ({ event, data }) => lastEvents.has(event) || data === "[DONE]",
  );
}
