import type { Block, Conversation, MediaSource, Steps, Turn } from "@diglot/core";
import type { Cleaner } from "./clean.js";
import { type Message, type Part, toArguments } from "./part.js";

/** The instructions before the first turn. */
export function toInstructions({ system }: Conversation, cleaner: Cleaner): Steps<readonly Part[]> {
  return toParts(system, cleaner);
}

/** The last messages of a conversation, as many as there is room for. */
export function* toInputMessages(
  { turns }: Conversation,
  cleaner: Cleaner,
): Steps<readonly Message[]> {
  const messages: Message[] = [];
  for (const turn of turns.toReversed()) {
    if (!cleaner.enter()) break;
    messages.push({ role: roleOf(turn), parts: yield* toParts(turn.blocks, cleaner) });
  }
  return messages.reverse();
}

/** Results of tools are turns of the user here, and of the tool in the convention. */
function roleOf({ role, blocks }: Turn): string {
  const isResult = blocks.length > 0 && blocks.every(({ type }) => type === "tool_result");
  return isResult ? "tool" : role;
}

function* toParts(blocks: readonly Block[], cleaner: Cleaner): Steps<readonly Part[]> {
  const parts: Part[] = [];
  for (const block of blocks) {
    if (!cleaner.enter()) break;
    parts.push(yield* toPart(block, cleaner));
  }
  return parts;
}

function* toPart(block: Block, cleaner: Cleaner): Steps<Part> {
  switch (block.type) {
    case "text":
    case "refusal":
      return { type: block.type, content: yield* cleaner.clean(block.text) };
    case "thinking":
      return { type: "reasoning", content: yield* cleaner.clean(block.text) };
    case "tool_call": {
      const [id, name] = [yield* cleaner.clean(block.id), yield* cleaner.clean(block.name)];
      const called = toArguments(yield* cleaner.clean(block.arguments));
      return { type: "tool_call", id, name, arguments: called };
    }
    case "tool_result":
      return {
        type: "tool_call_response",
        id: yield* cleaner.clean(block.callId),
        response: yield* toParts(block.content, cleaner),
      };
    case "image":
    case "document":
      return yield* toMedia(block.type, block.source, cleaner);
    case "audio":
      return { type: "blob", modality: "audio", ...sizeOf(block.data) };
    case "redacted_thinking":
      return { type: block.type };
    case "native":
      return { type: yield* cleaner.clean(String(block.value.type ?? block.type)) };
  }
}

/** Bytes are only counted. */
function* toMedia(modality: string, source: MediaSource, cleaner: Cleaner): Steps<Part> {
  switch (source.type) {
    case "base64":
      return {
        type: "blob",
        modality,
        mime_type: yield* cleaner.clean(source.mediaType),
        ...sizeOf(source.data),
      };
    case "text":
      return { type: "text", content: yield* cleaner.clean(source.data) };
    case "url":
      return { type: "uri", modality, uri: yield* cleaner.clean(source.url) };
    case "file":
      return { type: "file", modality, file_id: yield* cleaner.clean(source.fileId) };
    case "blocks":
      return { type: modality, content: yield* toParts(source.blocks, cleaner) };
  }
}

function sizeOf(base64: string): { readonly byte_size: number } {
  const padding = /=*$/.exec(base64)?.[0].length ?? 0;
  return { byte_size: Math.floor((base64.length * 3) / 4) - padding };
}
