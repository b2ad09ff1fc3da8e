import { type ModelYield, type Receipt, redactedThinking, refusal, thinking } from "@diglot/core";
import { createParagraphs, type Paragraphs } from "@diglot/core/frameworks";
import { rules } from "../rules.js";
import type { Chunk } from "./chunk.js";

type ContentBlock = Readonly<Record<string, unknown>>;

/** Reads what the chunks of a reply say. What a caller cannot be shown is in the receipt. */
export interface ContentReader {
  /** The text, the reasoning and the refusal of a chunk. */
  read(chunk: Chunk): readonly ModelYield[];
  /** The end of a step: reasoning of the next one is a paragraph of its own. */
  endStep(): void;
}

/** A reply as far as its content has been read. */
interface Reading {
  readonly receipt: Receipt;
  /** The paragraphs of the reasoning. */
  readonly paragraphs: Paragraphs;
  /** The index of the last block of reasoning. */
  part: unknown;
}

/** A reader of one reply. */
export function createContentReader(receipt: Receipt): ContentReader {
  const reading: Reading = { receipt, paragraphs: createParagraphs(), part: undefined };
  return {
    endStep: () => reading.paragraphs.end(),
    read: (chunk) => readChunk(chunk, reading),
  };
}

function readChunk(
  { content, additional_kwargs = {} }: Chunk,
  reading: Reading,
): readonly ModelYield[] {
  const { reasoning_content, refusal: refused, tool_outputs } = additional_kwargs;
  if (isFilled(tool_outputs)) reading.receipt.noteReply(rules.providerTool, "");
  return [
    ...(isFilled(reasoning_content) ? readReasoning(reasoning_content, {}, reading) : []),
    ...(typeof content === "string"
      ? readText(content, reading)
      : content.flatMap((block) => readBlock(block, reading))),
    ...(typeof refused === "string" && refused !== "" ? [refusal(refused)] : []),
  ];
}

function readBlock(block: ContentBlock, reading: Reading): readonly ModelYield[] {
  noteLosses(block, reading.receipt);
  switch (block.type) {
    case "text":
    case "text_delta":
      return readText(block.text, reading);
    case "redacted_thinking":
      return typeof block.data === "string" ? [redactedThinking(block.data)] : [];
    case "thinking":
    case "reasoning":
      return readReasoning(block.thinking ?? block.reasoning, block, reading);
    default:
      return [];
  }
}

function readText(text: unknown, { paragraphs }: Reading): readonly ModelYield[] {
  if (typeof text !== "string" || text === "") return [];
  paragraphs.restart();
  return [text];
}

function readReasoning(
  text: unknown,
  { index, signature }: ContentBlock,
  reading: Reading,
): readonly ModelYield[] {
  const { paragraphs } = reading;
  if (index !== reading.part) paragraphs.end();
  reading.part = index;
  const pieces = paragraphs.add(typeof text === "string" ? text : "").map((one) => thinking(one));
  if (typeof signature !== "string" || signature === "") return pieces;
  paragraphs.restart();
  return [...pieces, thinking("", { signature })];
}

function isFilled(value: unknown): boolean {
  return (typeof value === "string" || Array.isArray(value)) && value.length > 0;
}

/** Blocks with bytes. */
const files = /^(image|audio|video|file|media)/;

/** Calls and results of tools that the provider runs itself. */
const providerTools = /^(server_tool|mcp_tool|\w+_tool_result$)/;

function noteLosses({ type, citations, annotations }: ContentBlock, receipt: Receipt): void {
  if (files.test(String(type))) receipt.noteReply(rules.file, "");
  if (providerTools.test(String(type))) receipt.noteReply(rules.providerTool, "");
  if (isFilled(citations) || isFilled(annotations)) receipt.noteReply(rules.source, "");
}
