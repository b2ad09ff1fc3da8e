import type { Content } from "@diglot/core";

/** The beginning of the body of an upstream's answer. */
interface Body {
  readonly attemptId: string;
  readonly isStream: boolean;
  readonly blocks: Uint8Array[];
  size: number;
}

/** Keeps the beginning of the last answer that upstreams have given to a request. */
export class RelayLog {
  readonly #limit: number;
  #body: Body | undefined;

  /** @param limit bytes; the wire around the texts of a reply may be twenty times as long as they are */
  constructor(limit: number) {
    this.#limit = 20 * limit;
  }

  /** Bytes that are kept. */
  get size(): number {
    return this.#body?.size ?? 0;
  }

  take(content: Content): void {
    if (content.type === "upstream_answer") {
      const { attemptId, status, headers } = content;
      const isStream = headers.some(
        ([name, value]) => name === "content-type" && value.startsWith("text/event-stream"),
      );
      this.#body = status < 300 ? { attemptId, isStream, blocks: [], size: 0 } : undefined;
    }
    if (content.type === "upstream_block") this.#add(content.attemptId, content.bytes);
  }

  /** What came of the answer to an attempt; `undefined` if another one has come since. */
  bodyOf(
    attemptId: string,
  ): { readonly isStream: boolean; readonly bytes: Uint8Array } | undefined {
    if (this.#body?.attemptId !== attemptId) return undefined;
    const { isStream, blocks, size } = this.#body;
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const block of blocks) {
      bytes.set(block, at);
      at += block.length;
    }
    return { isStream, bytes };
  }

  /** Blocks are used again by the service, so they are copied. */
  #add(attemptId: string, bytes: Uint8Array): void {
    if (this.#body?.attemptId !== attemptId) return;
    const kept = bytes.slice(0, Math.max(this.#limit - this.#body.size, 0));
    if (kept.length === 0) return;
    this.#body.blocks.push(kept);
    this.#body.size += kept.length;
  }
}
