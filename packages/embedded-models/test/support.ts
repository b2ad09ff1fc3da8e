import type { Block, Conversation, ModelYield, Tool, Turn } from "@diglot/core";

/** A conversation made by hand; what is not given is absent. */
export function conversationOf(parts: Partial<Conversation>): Conversation {
  return {
    model: "test",
    system: [],
    turns: [],
    tools: [],
    toolChoice: undefined,
    parallelToolCalls: undefined,
    maxTokens: undefined,
    stopSequences: [],
    temperature: undefined,
    topP: undefined,
    topK: undefined,
    seed: undefined,
    reasoning: undefined,
    output: undefined,
    userId: undefined,
    serviceTier: undefined,
    cache: undefined,
    extensions: {},
    ...parts,
  };
}

/** A user turn of texts and blocks. */
export function user(...parts: readonly (string | Block)[]): Turn {
  return { role: "user", blocks: parts.map(toBlock) };
}

/** An assistant turn of texts and blocks. */
export function assistant(...parts: readonly (string | Block)[]): Turn {
  return { role: "assistant", blocks: parts.map(toBlock) };
}

/** A function tool. */
export function tool(name: string, parameters: Record<string, unknown> = {}): Tool {
  return { type: "function", name, parameters };
}

/** The result of a tool call. */
export function toolResult(callId: string, text: string, isError = false): Block {
  return { type: "tool_result", callId, isError, content: [{ type: "text", text }] };
}

/** What a model yielded, gathered by kind. */
export interface Gathered {
  text: string;
  reasoning: string;
  calls: { name: string; json: string; fragments: number }[];
  usage: Record<string, number | undefined>;
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

function toBlock(part: string | Block): Block {
  return typeof part === "string" ? { type: "text", text: part } : part;
}
