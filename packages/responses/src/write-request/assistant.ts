import type { Block, Turn } from "@diglot/core";
import {
  blockThinkingRules,
  flatMapInSteps,
  isSealed,
  type JsonObject,
  type Steps,
  takeExtra,
  toParts,
} from "@diglot/core/formats";
import { openSeal } from "../wire/seal.js";
import type { ChatContext } from "./context.js";

/** The items of an assistant turn, in the order in which the model made them. */
export function* writeAssistant(turn: Turn, context: ChatContext): Steps<readonly JsonObject[]> {
  const written = yield* flatMapInSteps(turn.blocks, (block) => writeBlock(block, context));
  return joinMessages(written);
}

function writeBlock(block: Block, context: ChatContext): readonly JsonObject[] {
  switch (block.type) {
    case "thinking":
      return writeReasoning(block.signature, block.at, context);
    case "redacted_thinking":
      return writeReasoning(block.data, block.at, context);
    case "refusal":
      takeExtra(block, context);
      return [toMessage([{ type: "refusal", refusal: block.text }])];
    case "tool_call":
      takeExtra(block, context);
      return [
        {
          type: "function_call",
          call_id: block.id,
          name: context.names.toUpstream(block.name),
          arguments: block.arguments,
        },
      ];
    default: {
      const texts = toParts(block, context).flatMap(({ type, text }) =>
        type === "text" ? [{ type: "output_text", text }] : [],
      );
      return texts.length === 0 ? [] : [toMessage(texts)];
    }
  }
}

/** Reasoning goes back only to a service of this format, and only as it has sealed it. */
function writeReasoning(
  proof: string | undefined,
  at = "",
  { receipt }: ChatContext,
): readonly JsonObject[] {
  const sealed = proof !== undefined && isSealed(proof) ? openSeal(proof) : undefined;
  if (sealed?.type !== "reasoning") {
    receipt.apply(blockThinkingRules.left, at);
    return [];
  }
  const { id, encrypted, text } = sealed;
  const summary = text === "" ? [] : [{ type: "summary_text", text }];
  return [{ type: "reasoning", ...(id && { id }), summary, encrypted_content: encrypted }];
}

function toMessage(content: readonly JsonObject[]): JsonObject {
  return { type: "message", role: "assistant", content };
}

/** Messages in a row are one message. */
function joinMessages(items: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.type === "message" && last?.type === "message") {
      const content = [...(last.content as JsonObject[]), ...(item.content as JsonObject[])];
      joined[joined.length - 1] = toMessage(content);
    } else joined.push(item);
  }
  return joined;
}
