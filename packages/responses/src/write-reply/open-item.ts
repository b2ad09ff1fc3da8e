import type { OpenedBlock } from "@diglot/core";
import type { ItemStatus, OutputItem } from "../schemas/response.js";
import type { AnswerContext } from "./context.js";
import type { Frames } from "./frames.js";
import type { CompletedBlock } from "./items.js";

/** An item of the output while it is written. */
export interface OpenItem {
  /** Whether a block that opens is a part of it too, so that no other item begins. @default no */
  continues?(block: OpenedBlock): boolean;
  /** The frames that open a block in it. Only messages and searches have more than one. */
  open(block: OpenedBlock): string;
  /** The frame of a piece of the open block. */
  delta(text: string, logprobs?: CompletedBlock["logprobs"]): string;
  /** The frames that close the open block. */
  close(block: CompletedBlock, position: number): string;
  /** The item as it is; the last frames show it. */
  toItem(status: ItemStatus): OutputItem;
}

/** What all items need. */
export interface ItemContext {
  readonly id: string;
  readonly index: number;
  readonly frames: Frames;
  readonly answer: AnswerContext;
}
