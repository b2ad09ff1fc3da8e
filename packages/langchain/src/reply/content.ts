import { type ModelYield, type Receipt, redactedThinking, refusal, thinking } from "@diglot/core";
import { createParagraphs } from "@diglot/core/frameworks";
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

/** A reader of one reply. */
export function createContentReader(receipt: Receipt): ContentReader {
  const paragraphs = createParagraphs();
  let part: unknown;

  function readReasoning(text: unknown, { index, signature }: ContentBlock): readonly ModelYield[] {
    if (index !== part) paragraphs.end();
    part = index;
    const pieces = paragraphs.add(typeof text === "string" ? text : "").map((one) => thinking(one));
    if (typeof signature !== "string" || signature === "") return pieces;
    paragraphs.restart();
    return [...pieces, thinking("", { signature })];
  }

  function readText(text: unknown): readonly ModelYield[] {
    if (typeof text !== "string" || text === "") return [];
    paragraphs.restart();
    return [text];
  }

  function readBlock(block: ContentBlock): readonly ModelYield[] {
    noteLosses(block, receipt);
    switch (block.type) {
      case "text":
      case "text_delta":
        return readText(block.text);
      case "redacted_thinking":
        return typeof block.data === "string" ? [redactedThinking(block.data)] : [];
      case "thinking":
      case "reasoning":
        return readReasoning(block.thinking ?? block.reasoning, block);
      default:
        return [];
    }
  }

  return {
    endStep: () => paragraphs.end(),
    read({ content, additional_kwargs = {} }) {
      const { reasoning_content, refusal: refused, tool_outputs } = additional_kwargs;
      if (isFilled(tool_outputs)) receipt.noteReply(rules.providerTool, "");
      return [
        ...(isFilled(reasoning_content) ? readReasoning(reasoning_content, {}) : []),
        ...(typeof content === "string" ? readText(content) : content.flatMap(readBlock)),
        ...(typeof refused === "string" && refused !== "" ? [refusal(refused)] : []),
      ];
    },
  };
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
