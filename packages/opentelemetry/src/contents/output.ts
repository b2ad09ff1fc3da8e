import type { ChoiceEvent, ConversationEvent, Steps } from "@diglot/core";
import type { Cleaner } from "./clean.js";
import { type Message, type Part, toArguments } from "./part.js";

type OpenedBlock = Extract<ConversationEvent, { readonly type: "open" }>["block"];

/** A block of a reply while it grows. */
interface GrowingBlock {
  readonly opened: OpenedBlock;
  text: string;
}

/** Keeps the blocks of a reply, or of several choices, up to a limit. */
export class OutputLog {
  readonly #choices: GrowingBlock[][] = [];
  readonly #limit: number;
  #room: number;

  /** @param limit characters of all texts together */
  constructor(limit: number) {
    this.#limit = limit;
    this.#room = limit;
  }

  /** Characters that are kept, about. */
  get size(): number {
    return this.#limit - this.#room;
  }

  /** Notes events; what is not a block or a piece of one says nothing here. */
  take(events: Iterable<ConversationEvent | ChoiceEvent>): void {
    for (const given of events) {
      const [choice, event] = "choice" in given ? [given.choice, given.event] : [0, given];
      this.#choices[choice] ??= [];
      this.#note(this.#choices[choice], event);
    }
  }

  /** One message for each choice that has begun. */
  *toMessages(cleaner: Cleaner): Steps<readonly Message[]> {
    const messages: Message[] = [];
    for (const blocks of this.#choices) {
      const parts: Part[] = [];
      for (const block of blocks) if (cleaner.enter()) parts.push(yield* toPart(block, cleaner));
      messages.push({ role: "assistant", parts });
    }
    return messages;
  }

  #note(blocks: GrowingBlock[], event: ConversationEvent): void {
    if (event.type === "open" && this.#room > 0) {
      blocks.push({ opened: event.block, text: "" });
      this.#room -= 1;
    }
    if (event.type !== "delta") return;
    const { delta, index } = event;
    const block = blocks[index];
    const piece = textOf(delta).slice(0, Math.max(this.#room, 0));
    this.#room -= piece.length;
    if (block) block.text += piece;
  }
}

function textOf(delta: Extract<ConversationEvent, { readonly type: "delta" }>["delta"]): string {
  if (delta.type === "text") return delta.text;
  return delta.type === "arguments" ? delta.json : "";
}

function* toPart({ opened, text }: GrowingBlock, cleaner: Cleaner): Steps<Part> {
  switch (opened.type) {
    case "text":
    case "refusal":
      return { type: opened.type, content: yield* cleaner.clean(text) };
    case "thinking":
      return { type: "reasoning", content: yield* cleaner.clean(text) };
    case "tool_call": {
      const [id, name] = [yield* cleaner.clean(opened.id), yield* cleaner.clean(opened.name)];
      const called = toArguments(yield* cleaner.clean(text));
      return { type: "tool_call", id, name, arguments: called };
    }
    case "redacted_thinking":
      return { type: opened.type };
    case "native":
      return { type: yield* cleaner.clean(String(opened.value.type ?? opened.type)) };
  }
}
