import type { ModelFormatName } from "../../config/upstream-formats.js";
import { pick, pickText } from "../../json/pick.js";
import { findProvider, guessProvider, type Provider } from "../draft/providers.js";
import type { Path } from "../report/item.js";

/** What a deployment calls. */
export interface FoundModel {
  readonly provider: Provider;
  /** The model's name at the provider; `*` for all. */
  readonly name: string;
  readonly format: ModelFormatName;
}

/** Why a deployment cannot be served, and the member that decides it. */
export interface Obstacle {
  readonly member: Path;
  readonly reason: string;
}

/** The formats behind the modes of `model_info`; `usual` is that of the provider. */
const modes: Readonly<Record<string, ModelFormatName | "usual">> = {
  chat: "usual",
  responses: "responses",
  embedding: "embeddings",
  rerank: "rerank",
  moderation: "moderations",
  completion: "completions",
};

/** Finds the provider, the model and the format of a deployment. */
export function findModel(entry: unknown): FoundModel | Obstacle {
  const whole = pickText(entry, "litellm_params", "model");
  const member = ["litellm_params", "model"];
  if (whole === "*") {
    return { member, reason: "One entry stands for one provider. Write openai/* and the like." };
  }
  const custom = pickText(entry, "litellm_params", "custom_llm_provider");
  const [prefix, ...rest] = whole.split("/");
  const provider = findProvider(custom || (prefix ?? "")) ?? guess(rest, custom, whole);
  if (!provider) return { member, reason: explain(custom || (prefix ?? ""), rest) };
  const named = rest.length > 0 && (custom === "" || custom === prefix) ? rest.join("/") : whole;
  // LiteLLM's way to ask for a model through Responses.
  const isResponses = named.startsWith("responses/");
  const mode = isResponses ? "responses" : (pick(entry, "model_info", "mode") ?? "chat");
  const format = toFormat(mode, provider);
  if (!format) return { member: ["model_info", "mode"], reason: "Diglot has no such endpoint." };
  return { provider, format, name: named.replace(/^responses\//, "") };
}

function guess(rest: readonly string[], custom: string, name: string): Provider | undefined {
  return rest.length === 0 && custom === "" ? guessProvider(name) : undefined;
}

function toFormat(mode: unknown, provider: Provider): ModelFormatName | undefined {
  const format = typeof mode === "string" && Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  return format === "usual" ? provider.format : format;
}

function explain(prefix: string, rest: readonly string[]): string {
  return rest.length === 0
    ? "The name does not show the provider. Write it in front, such as openai/…, and import again."
    : `Diglot has no upstream for ${prefix}: it speaks none of our formats, or is not known.`;
}
