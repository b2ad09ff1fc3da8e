/** Puts a blank line between texts that are paragraphs of their own, such as those of two steps of an agent. */
export interface Paragraphs {
  /** A piece of text, and what has to stand before it. */
  add(text: string): readonly string[];
  /** Ends the paragraph, if there is one. */
  end(): void;
  /** Forgets what was written: what follows stands apart anyway. */
  restart(): void;
}

/** Paragraphs of which none is written yet. */
export function createParagraphs(): Paragraphs {
  let state: "none" | "written" | "ended" = "none";

  return {
    add(text) {
      if (text === "") return [];
      const pieces = state === "ended" ? ["\n\n", text] : [text];
      state = "written";
      return pieces;
    },
    end() {
      if (state === "written") state = "ended";
    },
    restart() {
      state = "none";
    },
  };
}
