import type { Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import { redactStreamInSteps } from "../redact/redact-stream.js";
import type {
  CapturedAnswer,
  CapturedBody,
  CapturedRequest,
  CapturedUpstream,
} from "../store/captured.js";
import type { ShownAnswer, ShownBody, ShownUpstream } from "../wire.js";

/** A body as text, without secrets. */
export function* showBody(
  body: CapturedBody,
  redactor: Redactor,
  isStream = false,
): Steps<ShownBody> {
  const kept = body.blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const text = toText(body, kept);
  return {
    text: yield* isStream ? redactStreamInSteps(text, redactor) : redactor.textInSteps(text),
    bytes: body.size,
    isCut: kept < body.size,
  };
}

function toText({ blocks }: CapturedBody, size: number): string {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const block of blocks) {
    bytes.set(block.bytes, at);
    at += block.bytes.length;
  }
  return new TextDecoder().decode(bytes);
}

/** An answer without secrets. */
export function* showAnswer(answer: CapturedAnswer, redactor: Redactor): Steps<ShownAnswer> {
  const { at, status, headers, body } = answer;
  return {
    at,
    status,
    headers: headers.map(([name, value]) => [name, redactor.text(value)] as const),
    body: yield* showBody(body, redactor, isEventStream(answer)),
  };
}

function isEventStream({ headers }: CapturedAnswer): boolean {
  return headers.some(
    ([name, value]) => name === "content-type" && value.startsWith("text/event-stream"),
  );
}

/** What has passed between the service and its upstreams, in the order of the attempts. */
export function* showUpstreams(
  { upstreams }: CapturedRequest,
  redactor: Redactor,
): Steps<readonly ShownUpstream[]> {
  const shown: ShownUpstream[] = [];
  for (const [attemptId, upstream] of [...upstreams]) {
    shown.push(yield* showUpstream(attemptId, upstream, redactor));
  }
  return shown;
}

function* showUpstream(
  attemptId: string,
  { at, url, request, answer }: CapturedUpstream,
  redactor: Redactor,
): Steps<ShownUpstream> {
  return {
    attemptId,
    at,
    url: redactor.text(url),
    request: yield* showBody(request, redactor),
    answer: answer && (yield* showAnswer(answer, redactor)),
  };
}
