import type { OpenedBlock } from "@diglot/core";
import type { ItemStatus, OutputItem } from "../schemas/response.js";
import { toNative } from "./items.js";
import type { ItemContext, OpenItem } from "./open-item.js";

type NativeBlock = Extract<OpenedBlock, { readonly type: "native" }>;

/** Whether an item is the record of a search. */
export function isSearchCall({ value }: NativeBlock): boolean {
  return value.type === "web_search_call";
}

/** Whether a block is a search that still runs, and the next one is its result. */
export function completesSearch(block: OpenedBlock, next: OpenedBlock): boolean {
  if (block.type !== "native" || next.type !== "native") return false;
  const isRunning = isSearchCall(block) && block.value.status === "in_progress";
  return isRunning && isSearchCall(next) && next.value.id === block.value.id;
}

/**
 * A search. One that runs here is shown while it runs, and its result completes the item. Any other has
 * ended, and the events of its steps come one right after another.
 */
export class OpenSearch implements OpenItem {
  readonly #context: ItemContext;
  readonly #begun: OutputItem;
  #block: NativeBlock;

  constructor(context: ItemContext, block: NativeBlock) {
    const { action: _action, ...begun } = block.value;
    this.#context = context;
    this.#block = block;
    this.#begun = toNative(context.id, { ...begun, status: "in_progress" });
  }

  continues(block: OpenedBlock): boolean {
    return completesSearch(this.#block, block);
  }

  open(block: OpenedBlock): string {
    const isResult = block !== this.#block;
    if (isResult && block.type === "native") this.#block = block;
    // One that has failed says so in its item only.
    const last = this.#block.value.status === "completed" ? ["completed"] : [];
    return this.#events(isResult ? last : ["in_progress", "searching", ...last]);
  }

  #events(steps: readonly string[]): string {
    const { frames, index } = this.#context;
    const place = { output_index: index, item_id: this.#begun.id };
    return steps.map((step) => frames.event(`response.web_search_call.${step}`, place)).join("");
  }

  delta(): string {
    return "";
  }

  close(): string {
    return "";
  }

  toItem(status: ItemStatus): OutputItem {
    return status === "in_progress" ? this.#begun : toNative(this.#context.id, this.#block.value);
  }
}
