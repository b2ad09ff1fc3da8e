import type { Block, Conversation, ModelRequest, ToolResultBlock } from "@diglot/core";
import type { SeenRequest, SeenToolResult } from "./matcher.js";

/** The request as matchers see it; `index` counts from 0. */
export function toSeenRequest(index: number, request: ModelRequest): SeenRequest {
  const { conversation, origin, stream } = request;
  const lastTurn = conversation.turns.at(-1);
  const lastOfUser = conversation.turns.findLast(({ role }) => role === "user");
  return {
    index,
    format: origin.format,
    model: conversation.model,
    stream,
    conversation,
    lastTurn,
    lastUserText: joinTexts(lastOfUser?.blocks ?? []),
    toolResults: resultsIn(lastTurn?.blocks ?? [], conversation),
    tools: conversation.tools.flatMap(({ name }) => (name === undefined ? [] : [name])),
    body: origin.body,
  };
}

/** The texts among these blocks, a line each. */
export function joinTexts(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** The tool results among these blocks, with the names of the tools that gave them. */
export function resultsIn(
  blocks: readonly Block[],
  conversation: Conversation,
): readonly SeenToolResult[] {
  return blocks
    .filter((block): block is ToolResultBlock => block.type === "tool_result")
    .map(({ callId, content, isError }) => ({
      callId,
      name: nameOfCall(callId, conversation),
      text: joinTexts(content),
      isError,
    }));
}

function nameOfCall(callId: string, { turns }: Conversation): string | undefined {
  const blocks = turns.flatMap((turn) => turn.blocks);
  const call = blocks.findLast((block) => block.type === "tool_call" && block.id === callId);
  return call?.type === "tool_call" ? call.name : undefined;
}
