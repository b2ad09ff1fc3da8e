import type { BlockDelta, OpenedBlock } from "@diglot/core";
import type { BlockProgress, TokenLogprob } from "@diglot/core/formats";
import { toCitation } from "./citation.js";

/** A part of the output that becomes one block: a part of a message, a call, or reasoning. */
export class ReplyPart {
  readonly opened: OpenedBlock;
  /** Characters of its text that have come. */
  written = 0;
  /** Citations of it that have come. */
  citations = 0;
  done = false;
  #deltas: BlockDelta[] = [];

  constructor(opened: OpenedBlock) {
    this.opened = opened;
  }

  add(delta: BlockDelta): void {
    if (delta.type === "text") this.written += delta.text.length;
    if (delta.type === "arguments") this.written += delta.json.length;
    if (delta.type === "citation") this.citations += 1;
    this.#deltas.push(delta);
  }

  /**
   * What the whole text has beyond what has come: some servers send it only at the end.
   * @param logprobs of all its tokens
   */
  addRest(whole: unknown, logprobs: readonly TokenLogprob[] = []): void {
    if (typeof whole !== "string" || whole.length <= this.written) return;
    const isWhole = this.written === 0 && logprobs.length > 0;
    const rest = whole.slice(this.written);
    this.add(
      this.opened.type === "tool_call"
        ? { type: "arguments", json: rest }
        : { type: "text", text: rest, ...(isWhole && { logprobs }) },
    );
  }

  /** The citations of the whole text that have not come yet. */
  addCitations(annotations: unknown): void {
    if (!Array.isArray(annotations)) return;
    const from = this.citations;
    for (const annotation of annotations.slice(from)) {
      const citation = toCitation(annotation);
      if (citation) this.add(citation);
    }
  }

  /** What has come since it was last asked. */
  advance(): BlockProgress {
    const deltas = this.#deltas;
    this.#deltas = [];
    return { opened: this.opened, deltas, done: this.done };
  }
}
