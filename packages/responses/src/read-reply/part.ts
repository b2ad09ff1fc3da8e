import type { BlockDelta, OpenedBlock } from "@diglot/core";
import type { BlockProgress } from "@diglot/core/formats";

/** A part of the output that becomes one block: a part of a message, a call, or reasoning. */
export class ReplyPart {
  readonly opened: OpenedBlock;
  /** Characters of its text that have come. */
  written = 0;
  done = false;
  #deltas: BlockDelta[] = [];

  constructor(opened: OpenedBlock) {
    this.opened = opened;
  }

  add(delta: BlockDelta): void {
    if (delta.type === "text") this.written += delta.text.length;
    if (delta.type === "arguments") this.written += delta.json.length;
    this.#deltas.push(delta);
  }

  /** What the whole text has beyond what has come: some servers send it only at the end. */
  addRest(whole: unknown): void {
    if (typeof whole !== "string" || whole.length <= this.written) return;
    const rest = whole.slice(this.written);
    this.add(
      this.opened.type === "tool_call"
        ? { type: "arguments", json: rest }
        : { type: "text", text: rest },
    );
  }

  /** What has come since it was last asked. */
  advance(): BlockProgress {
    const deltas = this.#deltas;
    this.#deltas = [];
    return { opened: this.opened, deltas, done: this.done };
  }
}
