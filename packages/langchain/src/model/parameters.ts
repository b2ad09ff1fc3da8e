import { type Conversation, type InProcessRequest, placeOf } from "@diglot/core";
import { rules } from "../rules.js";

/**
 * What a caller wants of a model that LangChain takes when the model is made, in the names of its
 * constructors. What the caller did not say is absent.
 */
export interface ModelParameters {
  /**
   * The most tokens that the reply may have, if the caller says so, or if the model has prices or a
   * `maxOutputTokens`; the service also enforces it.
   */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`. */
  readonly reasoningEffort?: string;
  /** `enabled`, `adaptive` or `disabled`, with a budget in tokens, as `ChatAnthropic` takes it. */
  readonly thinking?: {
    readonly type: string;
    readonly budget_tokens?: number;
    readonly display?: string;
  };
}

type Name = Exclude<keyof ModelParameters, "maxTokens">;

/** Parameters, and which of them were read. */
export interface ObservedParameters {
  readonly parameters: ModelParameters;
  /** Notes in the receipt what nobody has read. @param taken what is passed on in another way */
  noteUnread(receipt: InProcessRequest["receipt"], taken: readonly Name[]): void;
}

/** The parameters of a request. */
export function observeParameters(
  conversation: Conversation,
  maxTokens: number | undefined,
): ObservedParameters {
  const given = toGiven(conversation);
  const unread = new Set(given.map(([name]) => name));
  const parameters = Object.defineProperties(
    maxTokens === undefined ? {} : { maxTokens },
    Object.fromEntries(
      given.map(([name, value]) => {
        const get = () => {
          unread.delete(name);
          return value;
        };
        return [name, { enumerable: true, get }];
      }),
    ),
  );
  return {
    parameters,
    noteUnread(receipt, taken) {
      const lost = [...unread].filter((name) => !taken.includes(name));
      for (const name of lost) receipt.apply(rules.setting, placeOf(conversation, places[name]));
    },
  };
}

/** The names of the neutral fields, or of the members of the body, that parameters come from. */
const places: Readonly<Record<Name, string>> = {
  temperature: "temperature",
  topP: "topP",
  topK: "topK",
  seed: "seed",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
  reasoningEffort: "reasoning.effort",
  thinking: "reasoning.mode",
};

function toGiven(conversation: Conversation): readonly (readonly [Name, unknown])[] {
  const { temperature, topP, topK, seed, reasoning, extensions } = conversation;
  const { mode: type, budgetTokens: budget_tokens, effort, display } = reasoning ?? {};
  const all: Readonly<Record<Name, unknown>> = {
    ...{ temperature, topP, topK, seed },
    frequencyPenalty: extensions.frequency_penalty ?? undefined,
    presencePenalty: extensions.presence_penalty ?? undefined,
    reasoningEffort: effort,
    thinking: type && {
      type,
      ...(budget_tokens !== undefined && { budget_tokens }),
      ...(display !== undefined && type === "adaptive" && { display }),
    },
  };
  return (Object.entries(all) as [Name, unknown][]).filter(([, value]) => value !== undefined);
}
