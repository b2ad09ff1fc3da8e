import type { ChatCompletionsUpstreamCapabilities } from "../src/formats/chat-completions/upstream.js";
import { talk } from "../src/formats/messages/__fixtures__/make.js";
import { type WriteChange, writeChat } from "./write-chat-completions-request.js";

/** The turns of a Messages body: a role and a content each. */
export type Turns = readonly (readonly [role: string, content: unknown])[];

/** The messages that some turns become for a Chat Completions upstream. */
export function messagesOf(
  turns: Turns,
  change: WriteChange = {},
  body: Record<string, unknown> = {},
) {
  return writeChat({ ...talk(...turns), ...body }, change).body.messages;
}

/** A text block. */
export const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });
/** A call of a tool. */
export const call = (id: string, name = "f", input: object = {}) => ({
  type: "tool_use",
  id,
  name,
  input,
});
/** The result of a call. */
export const result = (id: string, content?: unknown, more: object = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});
/** An image, and the part that it becomes. */
export const png = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "AA==" },
};
export const pngPart = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
/** An upstream that takes parts wherever a text may stand. */
export const parts: Partial<ChatCompletionsUpstreamCapabilities> = {
  systemParts: true,
  toolMessageParts: true,
};
