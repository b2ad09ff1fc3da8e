import type { Usage } from "@diglot/core";
import { addUsage } from "@diglot/core/frameworks";
import { isChunk } from "./chunk.js";
import { createUsageCounter, type UsageCounter } from "./usage.js";

/** What the models of a run report to LangChain's callbacks, whether or not anybody reads the stream. */
export interface ReportedUsage {
  /** The callbacks of a run: the given ones, and the one that listens here. */
  readonly callbacks: unknown;
  /** What all models have used so far; absent if none has reported anything. */
  sum(): Usage | undefined;
}

/** One call of a model. */
interface ModelCall {
  readonly counter: UsageCounter;
  used: Usage | undefined;
}

/** What LangChain tells of a piece of a message. */
interface TokenFields {
  readonly chunk?: { readonly message?: unknown } | undefined;
}

/** What LangChain tells of a whole message. */
interface Output {
  readonly generations: readonly (readonly { readonly message?: unknown }[])[];
}

/**
 * Listens to the models of a run. A list of callbacks gets one more; a manager of callbacks stays as it
 * is, and then nothing is heard.
 */
export function listenForUsage(given: unknown): ReportedUsage {
  const calls = new Map<string, ModelCall>();

  function add(id: string, message: unknown): void {
    const call = calls.get(id) ?? { counter: createUsageCounter(), used: undefined };
    calls.set(id, call);
    if (isChunk(message)) call.used = call.counter.add(message) ?? call.used;
  }

  const listener = {
    handleLLMNewToken(
      ...[, , id, , , fields]: [unknown, unknown, string, unknown, unknown, TokenFields?]
    ) {
      add(id, fields?.chunk?.message);
    },
    /** The whole message of a call that was streamed has been counted in pieces. */
    handleLLMEnd({ generations }: Output, id: string) {
      if (calls.get(id)?.used) return;
      for (const { message } of generations.flat()) add(id, message);
    },
  };
  return {
    callbacks: given === undefined || Array.isArray(given) ? [...(given ?? []), listener] : given,
    sum: () => [...calls.values()].map(({ used }) => used).reduce(addKnown, undefined),
  };
}

function addKnown(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  return one && other ? addUsage(one, other) : (one ?? other);
}
