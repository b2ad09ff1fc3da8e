import type { ChoiceEvent, ConversationEvent } from "../conversation/events.js";
import type { HeaderList } from "../http/answers.js";
import { type Answer, type ByteSource, isByteSource } from "../http/exchange.js";
import type { Clock } from "../runtime/clock.js";
import { mapSource } from "../runtime/source.js";
import type { Content } from "./content.js";

/** Receives contents. Never throws. */
export type ShowContent = (content: Content) => void;

/** The same source; each of its blocks is shown as it is read. */
export function showBlocks(source: ByteSource, show: (bytes: Uint8Array) => void): ByteSource {
  return mapSource(source, (block) => {
    if (block) show(block);
    return block;
  });
}

/** The same answer with all its members; its head is shown at once, and its body as it is read. */
export function showAnswer(
  answer: Answer,
  requestId: string,
  { show, clock }: { readonly show: ShowContent; readonly clock: Clock },
): Answer {
  const { status, headers, body } = answer;
  const passed = () => ({ requestId, at: clock.now() });
  const block = (bytes: Uint8Array) => show({ type: "answer_block", ...passed(), bytes });
  show({ type: "answer", ...passed(), status, headers });
  if (isByteSource(body)) return { ...answer, body: showBlocks(body, block) };
  if (body) block(body);
  return answer;
}

/** Neutral events of a reply, or of several choices. */
export type EventBatch = readonly (ConversationEvent | ChoiceEvent)[];

/** Shows neutral events of a reply, those of each attempt together. */
export function showEvents(
  batch: EventBatch,
  { requestId, attemptIdOf }: EventsOrigin,
  { show, clock }: { readonly show: ShowContent; readonly clock: Clock },
): void {
  const idOf = (event: EventBatch[number]) =>
    attemptIdOf("choice" in event ? event.choice : undefined);
  for (const attemptId of new Set(batch.map(idOf))) {
    const events = batch.filter((event) => idOf(event) === attemptId);
    show({ type: "events", requestId, attemptId, at: clock.now(), events });
  }
}

/** Whose events are shown. */
interface EventsOrigin {
  readonly requestId: string;
  attemptIdOf(choice?: number): string | undefined;
}

/** Shows what passes between the service and the upstream of one attempt. */
export class AttemptContents {
  readonly #show: ShowContent;
  /** What all contents of the attempt say. */
  readonly #passed: () => {
    readonly requestId: string;
    readonly attemptId: string;
    readonly at: number;
  };

  constructor(show: ShowContent, clock: Clock, requestId: string, attemptId: string) {
    this.#show = show;
    this.#passed = () => ({ requestId, attemptId, at: clock.now() });
  }

  /** Shows what is sent. */
  request(url: string, body: Uint8Array | undefined): void {
    this.#show({ type: "upstream_request", ...this.#passed(), url, body });
  }

  /** Shows the head of the answer, and gives its body, which is shown as it is read. */
  answer(status: number, headers: HeaderList, body: ByteSource): ByteSource {
    this.#show({ type: "upstream_answer", ...this.#passed(), status, headers });
    return showBlocks(body, (bytes) =>
      this.#show({ type: "upstream_block", ...this.#passed(), bytes }),
    );
  }
}
