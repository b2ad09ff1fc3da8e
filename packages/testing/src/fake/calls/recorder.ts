import type { Answer, Exchange, HeaderLookup, ModelRequest } from "@diglot/core";
import { decodeBytes } from "../../common/bytes.js";
import type { Fault } from "../../faults/fault.js";
import { isLost } from "../../faults/lost-answer.js";
import type { Call, RecordedAnswer } from "./call.js";
import { copySource, isSource } from "./copy-source.js";
import { createProgress } from "./progress.js";
import { recordAnswer } from "./recorded-answer.js";
import { formatOf, recordRequest, withoutPrefix } from "./recorded-request.js";

/** A call while it is written down. */
export interface Recording {
  readonly call: Call;
  /** The exchange to hand on, whose body is copied while it is read. */
  readonly exchange: Exchange;
  /** The request has reached a model. */
  reached(request: ModelRequest): void;
  /** Faults of the answer, from whichever side. */
  faulted(faults: readonly Fault[]): void;
  unexpected(message: string): void;
  /** The answer to give out, whose body is copied while it is read. */
  answered(answer: Answer): Answer;
}

/** What is found out about a call one after another. */
interface Findings {
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
  const chunks: Uint8Array[] = [];
  const faults: Fault[] = [];
  const found: Findings = {};

  const progress = createProgress(() => signal.removeEventListener("abort", onLeave));
  const isCut = () =>
    faults.some(({ type }) => type === "cut" || (cutsStream(type) && found.asked?.stream));
  const onEnd = () => progress.end(isCut() ? "broken" : "whole");
  const onLeave = () => (hasLastEvent(chunks) ? onEnd() : progress.end("aborted"));
  const onFailure = () => progress.end("broken");
  signal.addEventListener("abort", onLeave, { once: true });
  if (signal.aborted) onLeave();

  function copyBody(answer: Answer): Answer {
    const source = answer.body;
    if (isSource(source)) {
      const watch = { onEnd, onFailure, onCancel: onLeave };
      return { ...answer, body: copySource(source, chunks, watch) };
    }
    if (source) chunks.push(source);
    onEnd();
    return answer;
  }

  return {
    call: toCall({ index, format, request }, found, progress),
    exchange: { ...original, target, headers: ownLookup(headers), body },
    reached(modelRequest) {
      found.asked = modelRequest;
    },
    faulted(more) {
      faults.push(...more);
    },
    unexpected(message) {
      found.unexpected = message;
    },
    answered(answer) {
      if (isLost(answer)) onFailure();
      if (progress.state !== "open") return answer;
      const asked = () => ({ format, body: request.body, headers });
      found.answer = recordAnswer(answer, chunks, asked);
      return copyBody(answer);
    },
  };
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
      return found.asked?.conversation;
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

/** The same lookup as an object of its own, so that a model's request can be told from all others. */
function ownLookup(headers: HeaderLookup): HeaderLookup {
  return { get: (name) => headers.get(name), keys: () => headers.keys() };
}

/** Whether a fault ends a stream in a way that looks like its end; a JSON answer stays whole. */
function cutsStream(type: Fault["type"]): boolean {
  return type === "no_terminal" || type === "error_event";
}

/** Some clients leave when they have the last event, and do not read on to the end of the body. */
function hasLastEvent(chunks: readonly Uint8Array[]): boolean {
  return /(?:event: message_stop\ndata: .*|data: \[DONE\])\n\n$/.test(decodeBytes(chunks));
}
