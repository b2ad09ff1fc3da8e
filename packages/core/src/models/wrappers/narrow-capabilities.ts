import type { NonEmpty } from "../check-model.js";
import type { Capabilities, Model } from "../model.js";

/**
 * What a request may ask for, whichever of the models answers. Models that validate their own
 * requests narrow only the token limits, because those also apply to requests that set none.
 */
export function narrowCapabilities(models: NonEmpty<Model>): Capabilities {
  const all = models.map(({ capabilities }) => capabilities);
  const [first = models[0].capabilities, ...others] = models
    .filter(({ validatesOwnRequests }) => !validatesOwnRequests)
    .map(({ capabilities }) => capabilities);
  return {
    ...others.reduce(narrowTwo, first),
    maxOutputTokens: least(all.map(({ maxOutputTokens }) => maxOutputTokens)),
    contextWindow: least(all.map(({ contextWindow }) => contextWindow)),
  };
}

function narrowTwo(a: Capabilities, b: Capabilities): Capabilities {
  return {
    tools: a.tools && b.tools,
    toolChoice: common(a.toolChoice, b.toolChoice),
    images: a.images && b.images,
    documents: a.documents && b.documents,
    audio: a.audio && b.audio,
    thinking: common(a.thinking, b.thinking),
    effort: common(a.effort, b.effort),
    outputFormats: common(a.outputFormats, b.outputFormats),
    sampling: common(a.sampling, b.sampling),
    stopSequences: a.stopSequences && b.stopSequences,
    choices: Math.min(a.choices, b.choices),
    logprobs: a.logprobs && b.logprobs,
    webSearch: a.webSearch && b.webSearch,
    prefill: a.prefill && b.prefill,
    systemTurns: a.systemTurns && b.systemTurns,
    extensions: commonNames(a.extensions, b.extensions),
    unknownContent: commonNames(a.unknownContent, b.unknownContent),
  };
}

function common<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return a.filter((value) => b.includes(value));
}

function commonNames(
  a: true | readonly string[],
  b: true | readonly string[],
): true | readonly string[] {
  if (a === true) return b;
  return b === true ? a : common(a, b);
}

function least(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
