import type { ModelConfig } from "../../config/types.js";
import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers, toMilliseconds, toNumber } from "../draft/members.js";
import type { Notes, Path } from "../report/item.js";
import { toPrices } from "./model-info.js";

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The limits, retries and prices of a deployment. Every member of `litellm_params` is noted. */
export function readParameters(
  entry: unknown,
  path: Path,
  { notes }: Draft,
): Omit<ModelConfig, "id"> {
  const model: Mutable<Omit<ModelConfig, "id">> = {};
  const readTime = (name: "total" | "firstEvent") => (value: unknown, place: Path) => {
    const milliseconds = toMilliseconds(value);
    if (milliseconds === undefined) return notes.impossible(place, "It is no number of seconds.");
    model.timeout = { ...model.timeout, [name]: milliseconds };
    return notes.carried(place, `timeout.${name} of the model, in milliseconds.`);
  };
  const readRetries = (value: unknown, place: Path) => {
    const retries = toNumber(value);
    if (retries === undefined) return;
    model.retry = { retries };
    notes.carried(place, "retry.retries of the model.");
  };
  const readers: MemberReaders = {
    ...readElsewhere(notes),
    timeout: readTime("total"),
    stream_timeout: readTime("firstEvent"),
    num_retries: readRetries,
    max_retries: readRetries,
  };
  const parameters = pick(entry, "litellm_params");
  readMembers(parameters, [...path, "litellm_params"], readers, (_, place) =>
    notes.impossible(place, "Diglot sets no parameters of requests. Callers set them."),
  );
  const prices = toPrices(parameters);
  return prices ? { ...model, prices } : model;
}

const prices = "prices of the model, in dollars for a million tokens.";

/** Members that other parts of the reader take. */
function readElsewhere(notes: Notes): MemberReaders {
  const carry = (message: string) => (_: unknown, path: Path) => notes.carried(path, message);
  const silent = () => undefined;
  const rate = (_: unknown, path: Path) =>
    notes.changed(path, "The share of requests among models of the same name. It limits nothing.");
  return {
    model: silent,
    api_key: silent,
    api_base: carry("baseUrl of the upstream."),
    base_url: carry("baseUrl of the upstream."),
    custom_llm_provider: carry("The provider of the model."),
    extra_headers: silent,
    headers: silent,
    organization: carry("The header openai-organization of the upstream."),
    api_version: (_, path) =>
      notes.changed(path, "Left out. The address of Azure that is used needs no version."),
    drop_params: (_, path) =>
      notes.impossible(
        path,
        "A gateway decides this for all its models: set service.unsupported.default.",
      ),
    weight: carry("weight in balance."),
    rpm: rate,
    tpm: rate,
    input_cost_per_token: carry(prices),
    output_cost_per_token: carry(prices),
    cache_read_input_token_cost: carry(prices),
    cache_creation_input_token_cost: carry(prices),
    max_tokens: (_, path) =>
      notes.impossible(path, "Diglot sets no parameters of requests. See capabilities.maxOutput."),
  };
}
