import type { ModelConfig } from "../../config/types.js";
import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers, toNumber } from "../draft/members.js";
import type { Path } from "../report/item.js";

/** What `model_info` says of a model. Every member is noted. */
export function readModelInfo(
  entry: unknown,
  path: Path,
  { notes }: Draft,
): Omit<ModelConfig, "id"> {
  const info = pick(entry, "model_info");
  const carry = (message: string) => (_: unknown, place: Path) => notes.carried(place, message);
  const readers: MemberReaders = {
    mode: carry("format of the upstream."),
    input_cost_per_token: carry("prices.input, in dollars for a million tokens."),
    output_cost_per_token: carry("prices.output, in dollars for a million tokens."),
    cache_read_input_token_cost: carry("prices.cacheRead, in dollars for a million tokens."),
    cache_creation_input_token_cost: carry("prices.cacheWrite, in dollars for a million tokens."),
    max_input_tokens: carry("contextWindow of the model."),
    max_output_tokens: carry("capabilities.maxOutput of the model."),
    max_tokens: carry("capabilities.maxOutput of the model."),
  };
  readMembers(info, [...path, "model_info"], readers, (_, place) =>
    notes.impossible(place, "A model of Diglot has no such member."),
  );
  const prices = toPrices(info);
  const window = toNumber(pick(info, "max_input_tokens"));
  const maxOutput = toNumber(pick(info, "max_output_tokens") ?? pick(info, "max_tokens"));
  return {
    ...(prices && { prices }),
    ...(window !== undefined && { contextWindow: window }),
    ...(maxOutput !== undefined && { capabilities: { maxOutput } }),
  };
}

/** Prices of one token as those of a million; absent: there are none. */
export function toPrices(values: unknown): ModelConfig["prices"] | undefined {
  const perMillion = (name: string) => {
    const price = toNumber(pick(values, name));
    // The product of a small fraction and a million ends in a long tail of digits.
    return price === undefined ? undefined : Number((price * 1_000_000).toPrecision(12));
  };
  const [input, output] = [perMillion("input_cost_per_token"), perMillion("output_cost_per_token")];
  if (input === undefined && output === undefined) return undefined;
  const cacheRead = perMillion("cache_read_input_token_cost");
  const cacheWrite = perMillion("cache_creation_input_token_cost");
  return {
    input: input ?? 0,
    output: output ?? 0,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}
