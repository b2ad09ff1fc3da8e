import { type Block, type Conversation, noUsage, type Tool, type Turn } from "@diglot/core";
import type { FoldedReply } from "@diglot/core/translation";
import type { Call } from "../../src/fake/calls/call.js";
import type { Fake } from "../../src/fake/fake.js";
import { FakeError } from "../../src/fake/fake-error.js";

/** What a call of a test says; everything else of it is plain. */
export interface HandMadeCall {
  readonly index?: number;
  readonly state?: Call["state"];
  readonly model?: string;
  readonly system?: string;
  readonly turns?: readonly Turn[];
  readonly tools?: readonly Tool[];
  /** The blocks of the answer; absent: there is no answer yet. */
  readonly answer?: FoldedReply["blocks"];
  readonly usage?: Partial<FoldedReply["usage"]>;
  /** The request was refused with this status and body. */
  readonly refused?: { readonly status: number; readonly body: unknown };
}

/** A call that no fake has received. */
export function handMadeCall(parts: HandMadeCall = {}): Call {
  const bytes = new Uint8Array();
  return {
    index: parts.index ?? 0,
    format: "messages",
    request: {
      method: "POST",
      path: "/v1/messages",
      headers: {},
      bytes,
      text: "",
      body: undefined,
    },
    conversation: parts.refused ? undefined : conversationOf(parts),
    answer: answerOf(parts),
    unexpected: undefined,
    state: parts.state ?? "whole",
    finished: Promise.resolve(),
  };
}

/** A fake that has had these calls; with a problem it is not satisfied. */
export function handMadeFake(calls: readonly Call[], problem?: string): Fake {
  const fake: Partial<Fake> = {
    calls,
    verify() {
      if (problem !== undefined) throw new FakeError(problem);
    },
  };
  return fake as Fake;
}

/** A turn of one side. */
export function turn(role: string, ...blocks: readonly (Block | string)[]): Turn {
  return {
    role,
    blocks: blocks.map((block) =>
      typeof block === "string" ? { type: "text", text: block } : block,
    ),
  };
}

/** A call of a tool. */
export function callBlock(id: string, name: string, args: unknown): Block {
  return { type: "tool_call", id, name, arguments: JSON.stringify(args) };
}

/** What a tool gave. */
export function resultBlock(callId: string, text: string, isError = false): Block {
  return { type: "tool_result", callId, content: [{ type: "text", text }], isError };
}

/** A tool without parameters but those given. */
export function tool(name: string, parameters: object = {}): Tool {
  return { type: "function", name, parameters: { ...parameters } };
}

/** Text of an answer. */
export function answerText(text: string): FoldedReply["blocks"][number] {
  return { opened: { type: "text" }, text, signature: undefined, citations: [], closed: true };
}

/** A call in an answer. */
export function answerCall(name: string, args: unknown): FoldedReply["blocks"][number] {
  const opened = { type: "tool_call", id: "call_1", name } as const;
  return { ...answerText(JSON.stringify(args)), opened };
}

function answerOf(parts: HandMadeCall): Call["answer"] {
  const plain = { status: 200, headers: {}, chunks: [], text: "", body: undefined };
  if (parts.refused) return { ...plain, ...parts.refused, reply: undefined };
  if (!parts.answer) return undefined;
  const reply = {
    model: "m",
    id: undefined,
    serviceTier: undefined,
    blocks: parts.answer,
    stop: { type: "stop", reason: "end" },
    usage: { ...noUsage, ...parts.usage },
  } as const;
  return { ...plain, reply };
}

function conversationOf(parts: HandMadeCall): Conversation {
  return {
    model: parts.model ?? "m",
    system: parts.system === undefined ? [] : [{ type: "text", text: parts.system }],
    turns: parts.turns ?? [],
    tools: parts.tools ?? [],
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
  };
}
