import { type Conversation, noUsage, type Tool, type Turn } from "@diglot/core";
import type { FoldedReply } from "@diglot/core/translation";
import { conversationOf } from "@diglot/test-support/conversations";
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
    conversation: parts.refused ? undefined : asked(parts),
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
      if (problem !== undefined) throw new FakeError([problem]);
    },
  };
  return fake as Fake;
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

function asked({ model = "m", system, turns = [], tools = [] }: HandMadeCall): Conversation {
  const texts = system === undefined ? [] : [{ type: "text", text: system } as const];
  return conversationOf({ model, system: texts, turns, tools });
}
