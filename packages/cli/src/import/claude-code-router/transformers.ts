import type { UpstreamConfig } from "../../config/types.js";
import { isObject } from "../../json/is-object.js";
import { pick, pickList, pickNumber } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import type { Outcome, Path } from "../report/item.js";

type Effect = Pick<UpstreamConfig, "preset" | "capabilities">;

/** What Diglot does where claude-code-router has a transformer. */
interface Counterpart {
  readonly outcome: Outcome;
  readonly message: string;
  readonly effect?: Effect;
}

const counterparts: Readonly<Record<string, Counterpart>> = {
  anthropic: { outcome: "carried", message: "format: messages. Requests are passed on unchanged." },
  openai: { outcome: "carried", message: "format of the upstream." },
  openrouter: {
    outcome: "carried",
    message: "preset: openRouter.",
    effect: { preset: "openRouter" },
  },
  deepseek: {
    outcome: "carried",
    message: "preset: deepSeek.",
    effect: { preset: "deepSeek" },
  },
  gemini: { outcome: "changed", message: "Google's address for Chat Completions is used instead." },
  groq: { outcome: "changed", message: "The format is translated. Check it with diglot doctor." },
  reasoning: { outcome: "carried", message: "reasoning_content is always read." },
  cleancache: { outcome: "carried", message: "cache_control is never sent to Chat Completions." },
  sampling: {
    outcome: "changed",
    message: "capabilities.samplingParams names what an upstream takes. See diglot doctor --write.",
  },
  tooluse: { outcome: "impossible", message: "Diglot adds no tool and forces no tool choice." },
  enhancetool: {
    outcome: "impossible",
    message: "Diglot does not repair arguments of tool calls.",
  },
};

/** The names of the transformers of a provider, in small letters. */
export function listTransformers(provider: unknown): readonly string[] {
  return pickList(provider, "transformer", "use").map((one) => nameOf(one).toLowerCase());
}

/** What the transformers of a provider become. Each is noted; those of single models apply to none. */
export function readTransformers(provider: unknown, path: Path, draft: Draft): Effect {
  const transformer = pick(provider, "transformer");
  const place = [...path, "transformer"];
  for (const name of Object.keys(isObject(transformer) ? transformer : {})) {
    if (name === "use") continue;
    draft.notes.impossible(
      [...place, name],
      "Set capabilities of the model instead, as diglot doctor finds them.",
    );
  }
  const effects = pickList(provider, "transformer", "use").map((one, index) =>
    readTransformer(one, [...place, "use", index], draft),
  );
  return Object.assign({}, ...effects);
}

function readTransformer(value: unknown, path: Path, { notes }: Draft): Effect {
  const name = nameOf(value).toLowerCase();
  const maxOutput = pickNumber(value, 1, "max_tokens");
  if (name === "maxtoken" && maxOutput !== undefined) {
    notes.changed(path, "capabilities.maxOutput: the most that is asked for, not always so much.");
    return { capabilities: { maxOutput } };
  }
  const found = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
  if (!found) {
    notes.impossible(path, "Diglot has no transformers. Its translation is part of it.");
    return {};
  }
  const hasOptions = Array.isArray(value) && value.length > 1;
  if (hasOptions) notes.impossible([...path, 1], "Diglot adds nothing to requests.");
  notes[found.outcome](path, found.message);
  return found.effect ?? {};
}

/** A transformer is a name, or a list of a name and options. */
function nameOf(value: unknown): string {
  const name: unknown = Array.isArray(value) ? value[0] : value;
  return typeof name === "string" ? name : "";
}
