import type { Block, Conversation, FinalUsage, Tool, Turn } from "@diglot/core";

/** An empty conversation, with changes. */
export function conversationOf(change: Partial<Conversation> = {}): Conversation {
  return {
    model: "m",
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
    serviceTier: undefined,
    cache: undefined,
    userId: undefined,
    extensions: {},
    ...change,
  };
}

/** A turn of one side, of texts and blocks. */
export function turn(role: string, ...parts: readonly (string | Block)[]): Turn {
  const toBlock = (part: string | Block): Block =>
    typeof part === "string" ? { type: "text", text: part } : part;
  return { role, blocks: parts.map(toBlock) };
}

/** A turn of the user. */
export const user = (...parts: readonly (string | Block)[]): Turn => turn("user", ...parts);
/** A turn of the model. */
export const assistant = (...parts: readonly (string | Block)[]): Turn =>
  turn("assistant", ...parts);

/** A function tool. */
export function tool(name: string, parameters: Readonly<Record<string, unknown>> = {}): Tool {
  return { type: "function", name, parameters };
}

/** A call of a tool. */
export function toolCall(id: string, name: string, input: unknown): Block {
  return { type: "tool_call", id, name, arguments: JSON.stringify(input) };
}

/** The result of a tool call. */
export function toolResult(callId: string, text: string, isError = false): Block {
  return { type: "tool_result", callId, isError, content: [{ type: "text", text }] };
}

/** Usage that was reported in full; what is not given is 0. */
export function usageOf(counts: Partial<Omit<FinalUsage, "sources">> = {}): FinalUsage {
  return {
    input: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteLong: 0,
    output: 0,
    reasoning: 0,
    sources: {
      input: "reported",
      cacheRead: "reported",
      cacheWrite: "reported",
      cacheWriteLong: "reported",
      output: "reported",
      reasoning: "reported",
    },
    ...counts,
  };
}
