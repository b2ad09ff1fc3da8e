import { validPrices } from "../../accounts/prices/check-prices.js";
import type { PriceList } from "../../accounts/prices/prices.js";
import type { Conversation } from "../../conversation/conversation.js";
import { estimateInputTokens } from "../../conversation/usage/estimate.js";
import { knownUsage } from "../../conversation/usage/usage.js";
import { ServiceError } from "../../errors/service-error.js";
import type { RunAttempt } from "../../events/run-attempt.js";
import type { HeaderList } from "../../http/answers.js";
import { type Check, deferred, isHidden } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members, names } from "../../validation/objects.js";
import { amount, callback, isFunction, name, text } from "../../validation/values.js";
import type { Capabilities, EventsReply, Model, ModelRequest } from "../model.js";
import { defaultCapabilities, validCapabilities } from "./capabilities.js";
import { createReplyBuilder } from "./reply-builder.js";
import { createInProcessSource } from "./source.js";
import type { ModelYield } from "./yields.js";

/** What an in-process model is called with: the request, with its conversation read. */
export interface InProcessRequest extends Omit<ModelRequest, "attempt" | "conversation"> {
  readonly conversation: Conversation;
  /** What requests of its own to others need so that they continue the caller's trace. */
  readonly traceHeaders: HeaderList;
}

/** Options of an in-process model; all of them have defaults. */
export interface ModelOptions {
  /** The name in lists of models. @default the id */
  readonly displayName?: string | undefined;
  /** When the model was made, in lists of models: Unix time in seconds. @default 0 */
  readonly created?: number | undefined;
  /** The owner in lists of models. @default "diglot" */
  readonly ownedBy?: string | undefined;
  /**
   * Other names under which callers may ask for the model. A name that ends in `*` stands for every name with that
   * prefix. @default none
   */
  readonly aliases?: readonly string[] | undefined;
  /**
   * What the model supports. For several choices it is called once for each. @default everything but content that
   * the caller's format does not know, and log probabilities, which the model has to yield itself
   */
  readonly capabilities?: Partial<Capabilities> | undefined;
  /** US dollars per million tokens, or a list of prices by date. A model without prices is free. @default none */
  readonly prices?: PriceList | undefined;
  /**
   * Counts the tokens of a text, for the token limit and for usage that the model does not report. `countTokens`
   * of `@diglot/core/gpt-tokenizer` counts exactly. @default a quarter of the bytes
   */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * Counts the input tokens of a conversation, for `count_tokens` and for usage that the model does not report.
   * @default the sum of its texts, plus a little for structure
   */
  readonly countInputTokens?: ((conversation: Conversation) => number) | undefined;
}

/** What an in-process model is made of. */
const validGenerator: Check = /* @__PURE__ */ isHidden("an async generator function", isFunction);

/** The options of an in-process model. */
const validModelOptions: Check = /* @__PURE__ */ deferred(() =>
  members<ModelOptions>({
    displayName: text,
    created: amount,
    ownedBy: text,
    aliases: names,
    capabilities: { given: validCapabilities },
    prices: { given: validPrices },
    countTokens: callback,
    countInputTokens: callback,
  }),
);

/**
 * Makes a model of an async generator in this process. It yields strings and what `thinking()`,
 * `toolCall()`, `usage()` and `stop()` return. The service turns that into valid answers of both
 * formats, streamed or not, and enforces stop sequences and the token limit. Whatever the generator
 * throws becomes an error in the caller's format; throw a `ServiceError` to choose which.
 *
 * @example
 * const model = defineModel("shout", async function* ({ conversation }) {
 *   yield "You said something.";
 * });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function defineModel(
  id: string,
  respond: (request: InProcessRequest) => AsyncIterable<ModelYield>,
  options: ModelOptions = {},
): Model {
  checkOptions("defineModel", id, name, "id");
  checkOptions("defineModel", respond, validGenerator, "respond");
  checkOptions("defineModel", options, validModelOptions);
  const { countTokens } = options;
  const model: Model = {
    id,
    aliases: options.aliases ?? [],
    displayName: options.displayName ?? id,
    created: options.created ?? 0,
    ownedBy: options.ownedBy ?? "diglot",
    capabilities: { ...defaultCapabilities, ...options.capabilities },
    prices: options.prices,
    countInputTokens:
      options.countInputTokens ??
      ((conversation) => estimateInputTokens(conversation, countTokens)),
    respond: (request) => openReply(model, respond, countTokens, request),
  };
  counts.set(model, new WeakMap());
  return Object.freeze(model);
}

/** What each model has counted of a conversation that several choices read. */
const counts = new WeakMap<Model, WeakMap<Conversation, number>>();

/** The input tokens of a conversation that several choices read. It may be large, so it is counted once. */
function countOnce(model: Model, conversation: Conversation): number {
  const counted = counts.get(model);
  const tokens = counted?.get(conversation) ?? model.countInputTokens(conversation);
  counted?.set(conversation, tokens);
  return tokens;
}

async function openReply(
  model: Model,
  respond: (request: InProcessRequest) => AsyncIterable<ModelYield>,
  countTokens: ((text: string) => number) | undefined,
  request: ModelRequest,
): Promise<EventsReply> {
  const conversation = request.conversation();
  const builder = createReplyBuilder({
    model: model.id,
    stopSequences: conversation.stopSequences,
    maxTokens: request.maxTokens,
    inputTokens:
      request.choice === undefined
        ? model.countInputTokens(conversation)
        : countOnce(model, conversation),
    countTokens,
    logprobs: conversation.logprobs,
    createToolCallId: request.createToolCallId,
  });
  const attempt = await request.attempt({ model });
  if (request.signal.aborted) {
    await attempt.release();
    throw request.signal.reason;
  }
  try {
    const asked = { ...request, conversation, traceHeaders: attempt.traceHeaders ?? [] };
    const { run } = attempt;
    const pieces = run
      ? openWithin(run, () => toIterator(respond(asked)))
      : toIterator(respond(asked));
    attempt.watch(() => knownUsage(builder.usage()));
    return { kind: "events", events: createInProcessSource({ pieces, builder, attempt }) };
  } catch (error) {
    void attempt.close("upstream_error", builder.usage(), undefined, { error });
    throw error;
  }
}

/** An iterator whose steps all run in the reporter's context of the attempt. */
function openWithin<T>(run: RunAttempt, open: () => AsyncIterator<T>): AsyncIterator<T> {
  const pieces = run(open);
  return {
    next: () => run(() => pieces.next()),
    return: async () => run(() => pieces.return?.()) ?? { done: true, value: undefined },
  };
}

function toIterator(pieces: AsyncIterable<ModelYield>): AsyncIterator<ModelYield> {
  const open = pieces?.[Symbol.asyncIterator];
  if (typeof open === "function") return open.call(pieces);
  throw ServiceError.from(
    new TypeError("A model must return an async iterable; write it as `async function*`."),
  );
}
