import type { Block, MediaSource } from "@diglot/core";

/** Characters of an address that are shown; an address may hold a whole file. */
const shownAddress = 80;

/**
 * A block as text. What can be read is given as it is; of anything else one phrase in brackets says
 * what it is, so that no model here pretends to have seen or heard it.
 */
export function describeBlock(block: Block): string {
  switch (block.type) {
    case "text":
    case "refusal":
      return block.text;
    case "image":
      return `[an image${describeSource(block.source)}]`;
    case "document":
      return `[a document${block.title ? ` "${block.title}"` : ""}${describeSource(block.source)}]`;
    case "audio":
      return `[a sound recording, ${block.encoding}, ${countBytes(block.data)} bytes]`;
    case "thinking":
      return `[reasoning of ${block.text.length} characters]`;
    case "redacted_thinking":
      return "[reasoning that only its vendor can read]";
    case "tool_call":
      return `[a call of ${block.name}]`;
    case "tool_result":
      return describeBlocks(block.content);
    case "native":
      return `[a block of type ${JSON.stringify(block.value.type ?? null)}, known to ${block.format} alone]`;
  }
}

/** Several blocks as text, each on lines of its own; empty ones are left out. */
export function describeBlocks(blocks: readonly Block[]): string {
  return blocks
    .map(describeBlock)
    .filter((text) => text !== "")
    .join("\n");
}

function describeSource(source: MediaSource): string {
  switch (source.type) {
    case "base64":
      return `, ${source.mediaType}, ${countBytes(source.data)} bytes`;
    case "text":
      return `, ${source.mediaType}, ${source.data.length} characters`;
    case "url":
      return ` at ${shorten(source.url)}`;
    case "file":
      return `, file ${source.fileId}`;
    case "blocks":
      return `, blocks: ${source.blocks.length}`;
  }
}

function shorten(address: string): string {
  return address.length > shownAddress ? `${address.slice(0, shownAddress)}…` : address;
}

/** Bytes that a base64 text stands for; line breaks in it are not taken off. */
function countBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
