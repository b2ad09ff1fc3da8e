import type { Block, Conversation, MediaSource } from "../conversation.js";

/** Texts up to this length are counted sooner than the encoder has begun. */
const shortText = 128;

/**
 * Bytes of a text in UTF-8, each half of a surrogate pair counting as two, wherever a text is cut.
 * They are counted without an array of their own, because there would be one for every piece of a
 * reply.
 */
export function byteLength(text: string): number {
  if (text.length > shortText) return countWithEncoder(text);
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each unit of a surrogate pair is half of four bytes; any other unit above 0x7ff takes three.
    bytes += unit < 0x800 || isSurrogate(unit) ? 1 : 2;
  }
  return bytes;
}

const encoder = new TextEncoder();
const sliceUnits = 4_096;
/** Room for the bytes of a slice: no unit takes more than three. */
const scratch = new Uint8Array(3 * sliceUnits);
/** Half of a surrogate pair without the other half. */
const loneSurrogate = /[\ud800-\udfff]/gu;

function countWithEncoder(text: string): number {
  let bytes = 0;
  for (let start = 0; start < text.length; start += sliceUnits) {
    const slice = text.slice(start, start + sliceUnits);
    const { written } = encoder.encodeInto(slice, scratch);
    // The encoder writes a replacement of three bytes for half of a pair.
    const halves = slice.isWellFormed() ? 0 : (slice.match(loneSurrogate)?.length ?? 0);
    bytes += written - halves;
  }
  return bytes;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Bytes that stand for one token in an estimate. A byte-level tokeniser never needs fewer than one. */
export const bytesPerToken = 4;

/** Estimated tokens of an image, or of a document without text. */
export const tokensPerAttachment = 1_500;
/** Tokens for the structure around each turn and each tool. */
const tokensPerTurn = 4;

/** A fast approximation of a text's tokens: a quarter of its bytes, rounded up. */
export function estimateTokens(text: string): number {
  return estimateTokensOf(byteLength(text));
}

/** The same for a number of bytes of text. */
export function estimateTokensOf(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/**
 * A fast approximation of the input tokens of a conversation, always labelled as an estimate. Exact
 * counters may block for seconds on hostile input.
 */
export function estimateInputTokens(
  conversation: Conversation,
  countTokens: (text: string) => number = estimateTokens,
): number {
  let tokens = countBlocks(conversation.system, countTokens);
  for (const { blocks } of conversation.turns) {
    tokens += tokensPerTurn + countBlocks(blocks, countTokens);
  }
  for (const tool of conversation.tools)
    tokens +=
      tokensPerTurn + countTokens(JSON.stringify({ ...tool, at: undefined, places: undefined }));
  return tokens;
}

function countBlocks(blocks: readonly Block[], countTokens: (text: string) => number): number {
  let tokens = 0;
  for (const block of blocks) tokens += countBlock(block, countTokens);
  return tokens;
}

function countBlock(block: Block, countTokens: (text: string) => number): number {
  switch (block.type) {
    case "text":
    case "thinking":
    case "refusal":
      return countTokens(block.text);
    case "redacted_thinking":
      return countTokens(block.data);
    case "tool_call":
      return countTokens(block.name) + countTokens(block.arguments);
    case "tool_result":
      return countBlocks(block.content, countTokens);
    case "document":
      return countDocument(block.source, countTokens);
    case "image":
    case "audio":
      return tokensPerAttachment;
    case "native":
      return countTokens(JSON.stringify(block.value));
  }
}

function countDocument(source: MediaSource, countTokens: (text: string) => number): number {
  if (source.type === "text") return countTokens(source.data);
  if (source.type !== "blocks") return tokensPerAttachment;
  return countBlocks(source.blocks, countTokens);
}
