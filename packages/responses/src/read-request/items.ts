import type { Block, ToolResultBlock, Turn } from "@diglot/core";
import { endsStep, restOf, type Steps } from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";
import type { Content } from "../schemas/parts.js";
import { compactionPrompt, summaryOf } from "../wire/compaction.js";
import { toCustomArguments } from "../wire/custom-input.js";
import { callTypes, outputTypes } from "../wire/item-kinds.js";
import { formatName } from "../wire/names.js";
import type { ToolTable, ToPlace } from "../wire/tool-table.js";
import { parseContent } from "./content.js";
import { extraFrom } from "./place.js";
import { toReasoningBlock } from "./reasoning-item.js";

/** The input in neutral form: leading instructions, then turns. */
export interface ParsedItems {
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
}

/** Items that are settings of the request, and belong to no turn. */
const settings: ReadonlySet<string> = new Set(["additional_tools", "configuration_update"]);

/** The members of a message that are read, or that tell of an item that is kept. */
const messageMembers = ["type", "id", "status", "role", "content"];

const instructionRoles: ReadonlySet<string> = new Set(["system", "developer"]);

/**
 * Reads the input. What the model has said and called in a row becomes one turn, and so do the outputs
 * of its calls. Instructions after the first other item stay where they are, as system turns.
 */
export function* parseItems(
  input: string | readonly InputItem[],
  tools: ToolTable,
  toPlace: ToPlace,
): Steps<ParsedItems> {
  const reader = new ItemReader(tools);
  if (typeof input === "string") {
    const at = "/input";
    reader.turns.push({ role: "user", blocks: parseContent(input, at), at });
    return reader;
  }
  for (const [index, item] of input.entries()) {
    reader.add(item, toPlace(index));
    if (endsStep(index)) yield;
  }
  return reader;
}

class ItemReader implements ParsedItems {
  readonly system: Block[] = [];
  readonly turns: Turn[] = [];
  readonly #tools: ToolTable;
  /** The turn that the next item may continue, and its blocks. */
  #open: { readonly kind: "assistant" | "results"; readonly blocks: Block[] } | undefined;

  constructor(tools: ToolTable) {
    this.#tools = tools;
  }

  add(item: InputItem, at: string): void {
    const type = item.type ?? "message";
    if (settings.has(type)) return;
    const told = type === "compaction_trigger" ? compactionPrompt : summaryOf(item);
    if (told !== undefined)
      this.#addTurn({ role: "user", blocks: [{ type: "text", text: told }], at });
    else if (type === "message") this.#addMessage(item, at);
    else if (outputTypes.has(type)) this.#append("results", at, [toResult(item, at)]);
    else this.#append("assistant", at, [this.#toBlock(item, type, at)]);
  }

  #toBlock(item: InputItem, type: string, at: string): Block {
    if (callTypes.has(type)) return toCall(item, at, this.#tools);
    if (type === "reasoning") return toReasoningBlock(item, at);
    return { type: "native", format: formatName, value: item, at };
  }

  #addMessage(item: InputItem, at: string): void {
    const { role } = item;
    const blocks = parseContent(item.content ?? "", `${at}/content`);
    if (role === "assistant") {
      this.#append("assistant", at, withExtra(blocks, item, at));
    } else if (instructionRoles.has(role ?? "") && this.turns.length === 0) {
      this.system.push(...withExtra(blocks, item, at));
    } else {
      const extra = restOf(item, messageMembers);
      const turn = { role: role === "user" ? role : "system", blocks, at } as const;
      this.#addTurn(extra ? { ...turn, extra } : turn);
    }
  }

  #addTurn(turn: Turn): void {
    this.#open = undefined;
    this.turns.push(turn);
  }

  #append(kind: "assistant" | "results", at: string, blocks: readonly Block[]): void {
    if (this.#open?.kind !== kind) {
      const open = { kind, blocks: [] };
      this.turns.push({ role: kind === "assistant" ? kind : "user", blocks: open.blocks, at });
      this.#open = open;
    }
    this.#open.blocks.push(...blocks);
  }
}

/** Unread members of a message are kept with its first block. */
function withExtra(blocks: readonly Block[], item: InputItem, at: string): readonly Block[] {
  const { extra, places } = extraFrom(item, messageMembers, at);
  const [first, ...others] = blocks;
  if (!extra || !first || first.type === "native") return blocks;
  const kept = {
    ...first,
    extra: { ...extra, ...first.extra },
    places: { ...places, ...first.places },
  };
  return [kept, ...others];
}

function toCall(item: InputItem, at: string, tools: ToolTable): Block {
  const isCustom = item.type === "custom_tool_call";
  const written = isCustom ? "input" : "arguments";
  const value = item[written] ?? "";
  const used = ["type", "id", "status", "call_id", "name", "namespace", written];
  const { extra, places } = extraFrom(item, used, at);
  return {
    type: "tool_call",
    id: item.call_id ?? "",
    name: tools.toNeutral(item.name ?? "", item.namespace),
    arguments: isCustom ? toCustomArguments(value) : value,
    at,
    places: { id: "call_id", arguments: written, ...places },
    ...(extra && { extra }),
  };
}

function toResult(item: InputItem, at: string): ToolResultBlock {
  const used = ["type", "id", "status", "call_id", "output", "name", "namespace"];
  const { extra, places } = extraFrom(item, used, at);
  return {
    type: "tool_result",
    callId: item.call_id ?? "",
    content: parseContent((item.output ?? "") as Content, `${at}/output`),
    isError: false,
    at,
    places: { callId: "call_id", ...places },
    ...(extra && { extra }),
  };
}
