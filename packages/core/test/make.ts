import { createFakeClock } from "@diglot/test-support/clock";
import { conversationOf } from "@diglot/test-support/conversations";
import { vi } from "vitest";
import type { EventSource } from "../src/conversation/events.js";
import { createReceipt } from "../src/conversation/receipt/receipt.js";
import type { NativeRules, Rule } from "../src/conversation/receipt/rules.js";
import { completeUsage, type FinalUsage, type Usage } from "../src/conversation/usage/usage.js";
import { defaultSizeLimits } from "../src/http/size-limits.js";
import type { Attempt, ModelRequest, Reply } from "../src/models/model.js";

const refused: Rule = { outcome: "refused", whenWarned: "dropped", reason: "It is not known." };

/** Rules of a format without native fields. */
export const noNativeRules: NativeRules = {
  member: () => refused,
  block: () => ({ rule: refused }),
  tool: () => refused,
  toolChoice: () => refused,
};

/** One request as a model sees it, and the attempt that it opens. */
export function modelRequestOf(change: Partial<ModelRequest> = {}) {
  const close = vi.fn<Attempt["close"]>(async () => undefined);
  const watch = vi.fn<Attempt["watch"]>();
  const release = vi.fn<Attempt["release"]>(async () => undefined);
  const attempt = vi.fn<ModelRequest["attempt"]>(async () => ({
    id: "att",
    watch,
    close,
    release,
  }));
  const request: ModelRequest = {
    requestId: "req",
    caller: { keyId: "key", accountId: "account" },
    conversation: () => conversationOf(),
    readConversation: async () => request.conversation(),
    origin: {
      format: "messages",
      body: {},
      head: {},
      bytes: new TextEncoder().encode("{}"),
      headers: new Headers(),
      native: noNativeRules,
    },
    stream: false,
    maxTokens: 100,
    reservedOutput: 100,
    choices: 1,
    maxEventCharacters: defaultSizeLimits.eventCharacters,
    maxReplyCharacters: defaultSizeLimits.replyCharacters,
    maxReplyBlocks: defaultSizeLimits.replyBlocks,
    signal: new AbortController().signal,
    clock: createFakeClock(),
    random: () => 0.5,
    receipt: createReceipt(),
    createToolCallId: () => "call",
    attempt,
    ...change,
  };
  return { request, attempt, watch, close, release };
}

/** The events of a reply. */
export function eventsOf(reply: Reply): EventSource {
  if (reply.kind !== "events")
    throw new Error(`A reply of events was expected, not a ${reply.kind}.`);
  return reply.events;
}

/** Usage in which a model has reported only these counts. */
export function reportedUsage(counts: Usage): FinalUsage {
  return completeUsage(counts, { input: 0, output: 0, reasoning: 0 });
}
