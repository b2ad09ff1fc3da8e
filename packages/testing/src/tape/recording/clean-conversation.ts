import type { Block, Conversation, Tool, Turn } from "@diglot/core";

/**
 * A conversation as it stands on a tape: in one order of its members, without the places in the
 * body that it was read from, and with a note of their size and hash instead of media. Pictures
 * would make tapes large, and replay needs no more than their kind.
 */
export function cleanConversation(conversation: Conversation): Conversation {
  const { places, system, turns, tools, ...rest } = conversation;
  return {
    ...rest,
    system: system.map(cleanBlock),
    turns: turns.map(cleanTurn),
    tools: tools.map(withoutPlace<Tool>),
  };
}

function cleanTurn(turn: Turn): Turn {
  return { ...withoutPlace(turn), blocks: turn.blocks.map(cleanBlock) };
}

function withoutPlace<T extends Turn | Tool | Block>({ at, places, ...rest }: T): T {
  return rest as T;
}

function cleanBlock(block: Block): Block {
  const clean = withoutPlace(block);
  switch (clean.type) {
    case "image":
    case "document":
      return { ...clean, source: cleanSource(clean.source) };
    case "audio":
      return { ...clean, data: mediaMarker(clean.data) };
    case "tool_result":
      return { ...clean, content: clean.content.map(cleanBlock) };
    default:
      return clean;
  }
}

type Source = Extract<Block, { readonly type: "image" }>["source"];

function cleanSource(source: Source): Source {
  switch (source.type) {
    case "base64":
      return { ...source, data: mediaMarker(source.data) };
    case "url":
      return source.url.startsWith("data:") ? { ...source, url: mediaMarker(source.url) } : source;
    case "blocks":
      return { ...source, blocks: source.blocks.map(cleanBlock) };
    default:
      return source;
  }
}

function mediaMarker(data: string): string {
  return `[${data.length} characters, ${hashOf(data)}]`;
}

/** FNV-1a of 32 bits: it distinguishes pictures, and proves nothing. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
