import type { ReadText } from "../draft/draft.js";
import { toReference } from "../draft/variables.js";

/** `os.environ/NAME`, which LiteLLM takes for any value. */
export function readLitellmReferences(text: string): ReadText {
  const [, name] = /^\s*os\.environ\/(\w+)\s*$/.exec(text) ?? [];
  return name === undefined ? { text, names: [] } : { text: toReference(name), names: [name] };
}
