import type { Answer, ByteSource, Exchange, HeaderLookup, ModelRequest } from "@diglot/core";
import type { Fault } from "../faults/fault.js";
import { isLost } from "../faults/lost-answer.js";
import type { Call, RecordedAnswer } from "./call.js";
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

/** Faults after which an answer that ends cleanly is not whole all the same. */
const cutting: ReadonlySet<Fault["type"]> = new Set(["cut", "no_terminal", "error_event"]);

/** Begins to write down one call. */
export function recordCall(index: number, original: Exchange): Recording {
  const { request, body } = recordRequest(original);
  const target = withoutPrefix(original.target);
  const exchange = { ...original, target, headers: ownLookup(original.headers), body };
  const format = formatOf(target);
  const chunks: Uint8Array[] = [];
  const faults: Fault[] = [];
  let state: Call["state"] = "open";
  let asked: ModelRequest | undefined;
  let answer: RecordedAnswer | undefined;
  let unexpected: string | undefined;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  function end(how: Exclude<Call["state"], "open">): void {
    if (state !== "open") return;
    state = how;
    original.signal.removeEventListener("abort", onAbort);
    finish();
  }

  const onAbort = () => end("aborted");
  const endOfAll = () => end(faults.some(({ type }) => cutting.has(type)) ? "broken" : "whole");
  if (original.signal.aborted) onAbort();
  else original.signal.addEventListener("abort", onAbort, { once: true });

  const call: Call = {
    index,
    format,
    request,
    finished,
    get conversation() {
      return asked?.conversation;
    },
    get answer() {
      return answer;
    },
    get unexpected() {
      return unexpected;
    },
    get state() {
      return state;
    },
  };

  return {
    call,
    exchange,
    reached(modelRequest) {
      asked = modelRequest;
    },
    faulted(more) {
      faults.push(...more);
    },
    unexpected(message) {
      unexpected = message;
    },
    answered(given) {
      if (isLost(given)) {
        end("broken");
        return given;
      }
      if (state === "aborted") return given;
      const toAsked = () => ({ format, body: request.body, headers: original.headers });
      answer = recordAnswer(given, chunks, toAsked);
      if (!isSource(given.body)) {
        if (given.body) chunks.push(given.body);
        endOfAll();
        return given;
      }
      return { ...given, body: copySource(given.body, chunks, { end, endOfAll }) };
    },
  };
}

/** The same lookup as an object of its own, so that a model's request can be told from all others. */
function ownLookup(headers: HeaderLookup): HeaderLookup {
  return { get: (name) => headers.get(name), keys: () => headers.keys() };
}

function isSource(body: Answer["body"]): body is ByteSource {
  return body !== undefined && !(body instanceof Uint8Array);
}

function copySource(
  source: ByteSource,
  chunks: Uint8Array[],
  { end, endOfAll }: { end(how: "broken" | "aborted"): void; endOfAll(): void },
): ByteSource {
  return {
    async read() {
      try {
        const block = await source.read();
        if (block) chunks.push(block.slice());
        else endOfAll();
        return block;
      } catch (error) {
        end("broken");
        throw error;
      }
    },
    cancel(reason) {
      end("aborted");
      return source.cancel(reason);
    },
  };
}
