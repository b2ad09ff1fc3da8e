import type { ModelYield, Usage } from "@diglot/core";

/** What a model yielded, gathered by kind. */
export interface Gathered {
  text: string;
  reasoning: string;
  calls: { name: string; json: string; fragments: number }[];
  usage: Usage;
}

/** Gathers what a model yields. */
export function gather(pieces: Iterable<ModelYield>): Gathered {
  const gathered: Gathered = { text: "", reasoning: "", calls: [], usage: {} };
  for (const piece of pieces) add(gathered, piece);
  return gathered;
}

function add(gathered: Gathered, piece: ModelYield): void {
  if (typeof piece === "string") {
    gathered.text += piece;
    return;
  }
  const call = gathered.calls.at(-1);
  if (piece.type === "thinking") gathered.reasoning += piece.text;
  if (piece.type === "tool_call_start") {
    gathered.calls.push({ name: piece.name, json: "", fragments: 0 });
  }
  if (piece.type === "tool_call_arguments" && call) {
    call.json += piece.json;
    call.fragments += 1;
  }
  if (piece.type === "usage") gathered.usage = { ...gathered.usage, ...piece.usage };
}
