import type {
  Block,
  Conversation,
  NativeBlock,
  TextBlock,
  Tool,
  ToolChoice,
} from "../../../conversation/conversation.js";
import { takeExtra } from "../../../conversation/extra-members.js";
import { placeOf } from "../../../conversation/places.js";
import type { InProcessRequest } from "../../in-process/define-model.js";

type ReadRequest = Pick<InProcessRequest, "conversation" | "origin" | "receipt">;

/**
 * The conversation of a request without what only the caller's format knows, for a model that passes
 * it on to a framework or to an API. Native blocks become text or are left out, native tools are left
 * out, and so are members without a neutral field. The rules of the caller's format decide; losses are
 * in the receipt. Call `receipt.assertAccepted()` when the request is written: it refuses what may not
 * be lost.
 *
 * @param taken the `extensions` that the model reads itself, such as `frequency_penalty`
 */
export function neutralConversation(
  request: ReadRequest,
  taken: readonly string[] = [],
): Conversation {
  const { conversation } = request;
  const { extensions, places } = conversation;
  return {
    ...conversation,
    system: toBlocks(conversation.system, request),
    turns: conversation.turns.map((turn) => {
      takeExtra(turn, toContext(request));
      return { ...turn, extra: undefined, blocks: toBlocks(turn.blocks, request) };
    }),
    tools: conversation.tools.filter((tool) => isNeutralTool(tool, request)),
    toolChoice: toChoice(conversation.toolChoice, request),
    extensions: takeExtra({ places, extra: extensions }, toContext(request), taken),
  };
}

function toContext({ origin, receipt }: ReadRequest) {
  return { native: origin.native, receipt };
}

function toBlocks(blocks: readonly Block[], request: ReadRequest): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    if (block.type === "native") return toText(block, request);
    takeExtra(block, toContext(request));
    return [withoutExtra(block, request)];
  });
}

function withoutExtra(block: Exclude<Block, NativeBlock>, request: ReadRequest): Block {
  const own = block.extra ? { ...block, extra: undefined } : block;
  if (own.type === "tool_result") return { ...own, content: toBlocks(own.content, request) };
  if (own.type === "document" && own.source.type === "blocks") {
    return { ...own, source: { type: "blocks", blocks: toBlocks(own.source.blocks, request) } };
  }
  return own;
}

function toText({ at = "", value }: NativeBlock, request: ReadRequest): readonly TextBlock[] {
  const { rule, text, cache } = request.origin.native.block(value);
  if (!request.receipt.apply(rule, at) || text === undefined) return [];
  return [{ type: "text", text, at, ...(cache && { cache }) }];
}

function isNeutralTool(tool: Tool, request: ReadRequest): boolean {
  if (tool.type === "function") {
    takeExtra(tool, toContext(request));
    return true;
  }
  request.receipt.apply(request.origin.native.tool(tool.value), tool.at ?? "");
  return false;
}

function toChoice(choice: ToolChoice | undefined, request: ReadRequest): ToolChoice | undefined {
  if (choice?.type !== "native") return choice;
  const rule = request.origin.native.toolChoice(choice.value);
  request.receipt.apply(rule, placeOf(request.conversation, "toolChoice"));
  return undefined;
}
