import type { FoldedReply } from "@diglot/core";
import { nativeBlock } from "@diglot/core/formats";
import type {
  CallItem,
  MessageItem,
  OutputItem,
  OutputPart,
  ResponseObject,
} from "../schemas/response.js";
import { compacts, toolsOf } from "../wire/request-of.js";
import type { ToolTable } from "../wire/tool-table.js";
import { toCompactedReply } from "./compaction.js";
import type { AnswerContext } from "./context.js";
import { noteStop, toEnd } from "./end.js";
import { idPrefixOf, kindOf, toOwedBlock } from "./grouping.js";
import {
  type CompletedBlock,
  toCall,
  toMessage,
  toNative,
  toPart,
  toReasoning,
  toWritten,
} from "./items.js";
import { completesSearch } from "./open-search.js";
import { createHead, createResponseWriter, toSeconds } from "./response-object.js";
import { toUsage } from "./usage.js";

/** The JSON body of a reply. It equals what the last event of the same stream contains. */
export function toResponse(answered: FoldedReply, context: AnswerContext): ResponseObject {
  const reply = compacts(context.request) ? toCompactedReply(answered, context) : answered;
  const writeResponse = createResponseWriter(context, createHead(context, reply));
  const { stop, usage } = reply;
  noteStop(stop, context);
  const refuses = reply.blocks.some(({ opened }) => opened.type === "refusal");
  const blocks = withoutRunning(reply.blocks);
  const shown = blocks.filter((block) => isShown(block, context));
  const owed = toOwedBlock(stop, { isEmpty: shown.length === 0, saysRefusal: refuses });
  const saysRefusal = refuses || owed?.opened.type === "refusal";
  const end = toEnd(stop, saysRefusal);
  return writeResponse({
    ...end,
    output: toOutput(owed ? [...blocks, owed] : blocks, end.status, context),
    completed_at: end.status === "completed" ? toSeconds(context.clock.now()) : null,
    usage: toUsage(usage),
  });
}

/** Of a search that ran here, only the block with its result is shown, which follows. */
function withoutRunning(blocks: FoldedReply["blocks"]): FoldedReply["blocks"] {
  return blocks.filter(({ opened }, index) => {
    const next = blocks[index + 1]?.opened;
    return !next || !completesSearch(opened, next);
  });
}

/** Whether a block has an item, or is a part of one. */
export function isShown(
  { opened, signature }: CompletedBlock,
  { settings }: Pick<AnswerContext, "settings">,
): boolean {
  if (opened.type === "native") return kindOf(opened) !== undefined;
  return opened.type !== "thinking" || settings.reasoning !== "omit" || Boolean(signature);
}

/** The items of a reply; the last one is incomplete if the reply is. */
function toOutput(
  blocks: readonly CompletedBlock[],
  status: "completed" | "incomplete",
  context: AnswerContext,
): readonly OutputItem[] {
  const tools = toolsOf(context.request);
  const items: OutputItem[] = [];
  let parts: OutputPart[] | undefined;
  for (const [position, block] of blocks.entries()) {
    if (!isShown(block, context)) {
      if (block.opened.type === "native") {
        context.receipt.noteReply(nativeBlock, `/content/${position}`);
      }
      continue;
    }
    if (kindOf(block.opened) === "message") {
      if (!parts) {
        parts = [];
        items.push(
          toMessage(context.ids.create(idPrefixOf("message", false), 48), parts, "completed"),
        );
      }
      parts.push(toPart(block, context, position));
      continue;
    }
    parts = undefined;
    items.push(toItem(block, tools, context));
  }
  const last = items.at(-1);
  if (status === "completed" || !last || !canBeCut(last)) return items;
  return [...items.slice(0, -1), { ...last, status: "incomplete" }];
}

const cutTypes: ReadonlySet<string> = new Set([
  "message",
  "function_call",
  "custom_tool_call",
] satisfies (MessageItem | CallItem)["type"][]);

function canBeCut(item: OutputItem): item is MessageItem | CallItem {
  return cutTypes.has(item.type);
}

function toItem(block: CompletedBlock, tools: ToolTable, context: AnswerContext): OutputItem {
  const { opened, text, closed } = block;
  if (opened.type === "native") {
    return toNative(context.ids.create(idPrefixOf("native", false), 48), opened.value);
  }
  if (opened.type !== "tool_call") {
    return toReasoning(context.ids.create(idPrefixOf("reasoning", false), 48), block, context);
  }
  const tool = tools.find(opened.name);
  const id = context.ids.create(idPrefixOf("call", tool?.isCustom === true), 48);
  const written = toWritten(text, tool, closed);
  return toCall(id, opened, written, tool, closed ? "completed" : "incomplete");
}
