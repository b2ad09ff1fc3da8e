import { type ModelYield, redactedThinking, thinking } from "@diglot/core";
import { createParagraphs } from "@diglot/core/frameworks";

/** What a provider adds to a part, by the names of providers. */
export type Metadata = Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;

/** Reads the reasoning of a reply. Parts without anything between them are paragraphs of one text. */
export interface ReasoningReader {
  /** The beginning of a part; reasoning that only its maker can read is complete with it. */
  start(metadata: Metadata): readonly ModelYield[];
  /** A piece of a part, and its proof if it ends here. */
  add(text: string, metadata: Metadata): readonly ModelYield[];
  /** Something else was shown: what follows is a text of its own. */
  restart(): void;
}

/** A reader of one reply. */
export function createReasoningReader(): ReasoningReader {
  const paragraphs = createParagraphs();

  return {
    start(metadata) {
      paragraphs.end();
      const data = metadata?.anthropic?.redactedData;
      if (typeof data !== "string") return [];
      paragraphs.restart();
      return [redactedThinking(data)];
    },
    add(text, metadata) {
      const pieces = paragraphs.add(text).map((piece) => thinking(piece));
      const signature = metadata?.anthropic?.signature;
      if (typeof signature !== "string") return pieces;
      paragraphs.restart();
      return [...pieces, thinking("", { signature })];
    },
    restart: () => paragraphs.restart(),
  };
}
