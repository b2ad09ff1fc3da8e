import type { OpenedBlock } from "@diglot/core";
import type { ItemStatus, OutputItem } from "../schemas/response.js";
import { toNative } from "./items.js";
import type { ItemContext, OpenItem } from "./open-item.js";

type NativeBlock = Extract<OpenedBlock, { readonly type: "native" }>;

/** Whether an item is the record of a search. */
export function isSearchCall({ value }: NativeBlock): boolean {
  return value.type === "web_search_call";
}

/** A search that has ended. Clients show it by the events of its steps, which come one right after another. */
export class OpenSearch implements OpenItem {
  readonly #context: ItemContext;
  readonly #item: OutputItem;
  readonly #begun: OutputItem;

  constructor(context: ItemContext, { value }: NativeBlock) {
    const { action: _action, ...begun } = value;
    this.#context = context;
    this.#item = toNative(context.id, value);
    this.#begun = toNative(context.id, { ...begun, status: "in_progress" });
  }

  open(): string {
    const { frames, index } = this.#context;
    const place = { output_index: index, item_id: this.#item.id };
    const steps = ["in_progress", "searching", ...this.#last()];
    return steps.map((step) => frames.event(`response.web_search_call.${step}`, place)).join("");
  }

  /** One that has failed says so in its item only. */
  #last(): readonly string[] {
    return "status" in this.#item && this.#item.status === "completed" ? ["completed"] : [];
  }

  delta(): string {
    return "";
  }

  close(): string {
    return "";
  }

  toItem(status: ItemStatus): OutputItem {
    return status === "in_progress" ? this.#begun : this.#item;
  }
}
