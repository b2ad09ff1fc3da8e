import type { Usage } from "@diglot/core";
import { addUsage } from "@diglot/core/frameworks";
import { type Chunk, isChunk } from "./chunk.js";
import { assertEnded, type Finish, readFinish } from "./finish.js";
import { createUsageCounter, type UsageCounter } from "./usage.js";

/** What the models of a run report to LangChain's callbacks, whether or not anybody reads the stream. */
export interface ModelReports {
  /** The callbacks of a run: the given ones, and the one that listens here. */
  readonly callbacks: unknown;
  /** What all models have used so far; absent if none has reported anything. */
  usage(): Usage | undefined;
  /** Why the model that ended last has ended; graphs do not keep what ChatOpenAI says. */
  finish(): Finish | undefined;
  /** @throws ServiceError `upstream_bad_response` if the reply of a model has broken off */
  assertEnded(): void;
}

/** One call of a model. */
interface ModelCall {
  readonly counter: UsageCounter;
  used: Usage | undefined;
  first: Chunk | undefined;
  finish: Finish | undefined;
  ended: boolean;
}

/** What LangChain tells of a message, or of a piece of one. */
interface Generation {
  readonly message?: unknown;
  readonly generationInfo?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Listens to the models of a run. A list of callbacks gets one more; a manager of callbacks stays as it
 * is, and then nothing is heard.
 */
export function listenToModels(given: unknown): ModelReports {
  const calls = new Map<string, ModelCall>();
  let finish: Finish | undefined;

  const listener = {
    // What a step has changed is read after its models have ended.
    awaitHandlers: true,
    handleLLMNewToken(
      ...[, , id, , , fields]: [unknown, unknown, string, unknown, unknown, { chunk?: Generation }?]
    ) {
      add(findCall(calls, id), fields?.chunk);
    },
    /** The whole message of a call that was streamed has been counted in pieces. */
    handleLLMEnd({ generations }: { generations: readonly (readonly Generation[])[] }, id: string) {
      const call = findCall(calls, id);
      call.ended = true;
      for (const generation of generations.flat()) add(call, generation, call.used !== undefined);
      finish = call.finish;
    },
  };
  return {
    callbacks: given === undefined || Array.isArray(given) ? [...(given ?? []), listener] : given,
    usage: () => [...calls.values()].map(({ used }) => used).reduce(addKnown, undefined),
    finish: () => finish,
    assertEnded() {
      for (const call of calls.values()) if (call.ended) assertEnded(call.first, call.finish);
    },
  };
}

function findCall(calls: Map<string, ModelCall>, id: string): ModelCall {
  const known = calls.get(id);
  if (known) return known;
  const call = {
    counter: createUsageCounter(),
    ...{ used: undefined, first: undefined, finish: undefined, ended: false },
  };
  calls.set(id, call);
  return call;
}

function add(call: ModelCall, generation: Generation | undefined, isCounted = false): void {
  const { message, generationInfo } = generation ?? {};
  if (!isChunk(message)) return;
  call.first ??= message;
  call.finish =
    readFinish({
      ...message,
      response_metadata: { ...message.response_metadata, ...generationInfo },
    }) ?? call.finish;
  if (!isCounted) call.used = call.counter.add(message) ?? call.used;
}

function addKnown(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  return one && other ? addUsage(one, other) : (one ?? other);
}
