import type { Block, Conversation, ModelRequest, ToolResultBlock } from "@diglot/core";
import type { ObservedRequest, ObservedToolResult } from "./matcher.js";

/** The request as matchers see it; `index` counts from 0. */
export function toObservedRequest(index: number, request: ModelRequest): ObservedRequest {
  const { origin, stream, choices } = request;
  const conversation = request.conversation();
  const lastTurn = conversation.turns.at(-1);
  const lastOfUser = conversation.turns.findLast(({ role }) => role === "user");
  return {
    index,
    format: origin.format,
    model: conversation.model,
    stream,
    choices,
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
): readonly ObservedToolResult[] {
  const names = toolNamesOf(conversation);
  return blocks
    .filter((block): block is ToolResultBlock => block.type === "tool_result")
    .map(({ callId, content, isError }) => ({
      callId,
      name: names.get(callId),
      text: joinTexts(content),
      isError,
    }));
}

/** The names of the tools that were called, by the ids of the calls; of an id used again, the last. */
export function toolNamesOf({ turns }: Conversation): ReadonlyMap<string, string> {
  const blocks = turns.flatMap((turn) => turn.blocks);
  return new Map(
    blocks.flatMap((block) => (block.type === "tool_call" ? [[block.id, block.name]] : [])),
  );
}
