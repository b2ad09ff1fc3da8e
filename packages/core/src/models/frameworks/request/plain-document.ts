import type { Block, DocumentBlock, TextBlock } from "../../../conversation/conversation.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { passingRules as rules } from "./passing-rules.js";

/**
 * A document as blocks that every framework takes: one of text or of blocks without its frame, any other
 * as a document without context. Its context and, without a frame, its title become texts before it.
 */
export function plainDocument(block: DocumentBlock, receipt: Receipt): readonly Block[] {
  const { source, title, context, at = "" } = block;
  const before = [context].flatMap(toText);
  const named = [...before, ...[title].flatMap(toText)];
  switch (source.type) {
    case "blocks":
      receipt.apply(rules.documentBlocks, at);
      return [...named, ...source.blocks];
    case "text":
      receipt.apply(rules.documentText, at);
      return [...named, ...toText(source.data)];
    default:
      if (context !== undefined) receipt.apply(rules.documentContext, at);
      return [...before, { ...block, context: undefined, cache: undefined }];
  }
}

function toText(text: string | undefined): readonly TextBlock[] {
  return text === undefined ? [] : [{ type: "text", text }];
}
