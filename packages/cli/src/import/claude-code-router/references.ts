import type { ReadText } from "../draft/draft.js";
import { toLiteral, toReference } from "../draft/variables.js";

const reference = /\$\{([A-Za-z_]\w*)\}|\$([A-Z_][A-Z0-9_]*)/g;

/** `$NAME` and `${NAME}`, which claude-code-router takes in every text. */
export function readRouterReferences(text: string): ReadText {
  const names = [...text.matchAll(reference)].map(([, braced, plain]) => braced ?? plain ?? "");
  if (names.length === 0) return { text, names };
  const parts = text.split(reference);
  // A text that is split at a pattern with two groups has three parts for each match.
  const read = parts.map((part, index) => {
    if (index % 3 === 0) return toLiteral(part);
    return part === undefined ? "" : toReference(part);
  });
  return { text: read.join(""), names };
}
