import type { ChoiceEvent, Content, ConversationEvent } from "@diglot/core";
import { type CapturedBody, type CapturedRequest, noBody, noContents } from "./captured.js";

/** How much it keeps: bytes, and requests. */
export interface ContentLimits {
  readonly requests: number;
  readonly bytes: number;
  readonly bytesPerRequest: number;
}

/** What an event holds in memory beside its text, and a block beside its bytes: a rough count. */
const overhead = 128;

/** What has passed through the service for the last requests, within limits. */
export class ContentLog {
  readonly #limits: ContentLimits;
  readonly #contents = new Map<string, CapturedRequest>();
  #held = 0;

  constructor(limits: ContentLimits) {
    this.#limits = limits;
  }

  /** The bytes that it holds, roughly. */
  get held(): number {
    return this.#held;
  }

  get(id: string): CapturedRequest | undefined {
    return this.#contents.get(id);
  }

  /**
   * Takes in what passes.
   * @param isKept whether the request is known: of others, such as those to the endpoints of
   *   administrators, only a body that was read for a model is kept
   */
  take(content: Content, isKept: boolean): void {
    const { requestId } = content;
    let contents = this.#contents.get(requestId);
    if (!contents) {
      if (!isKept && content.type !== "request") return;
      contents = noContents();
      this.#contents.set(requestId, contents);
    }
    const before = contents.held;
    this.#note(contents, content);
    this.#held += contents.held - before;
    this.#forgetOldest();
  }

  #note(contents: CapturedRequest, content: Content): void {
    const { at } = content;
    switch (content.type) {
      case "request":
        contents.request = noBody();
        this.#addBlock(contents, contents.request, at, content.body);
        return;
      case "answer": {
        const { status, headers } = content;
        contents.answer = { at, status, headers, body: noBody() };
        contents.held += overhead;
        return;
      }
      case "answer_block":
        this.#addBlock(contents, contents.answer?.body, at, content.bytes);
        return;
      case "upstream_request": {
        const request = noBody();
        contents.upstreams.set(content.attemptId, { at, url: content.url, request });
        this.#addBlock(contents, request, at, content.body);
        return;
      }
      case "upstream_answer": {
        const { status, headers } = content;
        const upstream = contents.upstreams.get(content.attemptId);
        if (upstream) upstream.answer = { at, status, headers, body: noBody() };
        contents.held += overhead;
        return;
      }
      case "upstream_block": {
        const upstream = contents.upstreams.get(content.attemptId);
        this.#addBlock(contents, upstream?.answer?.body, at, content.bytes);
        return;
      }
      case "events":
        for (const event of content.events) this.#addEvent(contents, at, event);
    }
  }

  /** Blocks of streams are used again by the service, so what is kept of them is copied. */
  #addBlock(
    contents: CapturedRequest,
    body: CapturedBody | undefined,
    at: number,
    bytes: Uint8Array | undefined,
  ): void {
    if (!body || !bytes) return;
    body.size += bytes.length;
    const room = this.#limits.bytesPerRequest - contents.held - overhead;
    if (room <= 0) return;
    const kept = bytes.slice(0, room);
    body.blocks.push({ at, bytes: kept, size: bytes.length });
    contents.held += kept.length + overhead;
  }

  #addEvent(contents: CapturedRequest, at: number, event: ConversationEvent | ChoiceEvent): void {
    contents.eventCount += 1;
    const size = sizeOf(event) + overhead;
    if (contents.held + size > this.#limits.bytesPerRequest) return;
    contents.events.push({ at, event });
    contents.held += size;
  }

  #forgetOldest(): void {
    for (const [id, { held }] of this.#contents) {
      const { bytes, requests } = this.#limits;
      if (this.#held <= bytes && this.#contents.size <= requests) return;
      this.#contents.delete(id);
      this.#held -= held;
    }
  }
}

/** The characters of an event, in bytes of memory. */
function sizeOf(one: ConversationEvent | ChoiceEvent): number {
  const event = "choice" in one ? one.event : one;
  if (event.type === "delta" && event.delta.type === "text") return 2 * event.delta.text.length;
  return 2 * JSON.stringify(event).length;
}
