import { defaultChoices } from "../../conversation/capabilities.js";
import { all, anything, type Check, deferred, either, isHidden } from "../../validation/check.js";
import { like } from "../../validation/like.js";
import { listOf, texts } from "../../validation/objects.js";
import { oneOf, size } from "../../validation/values.js";
import type { Capabilities } from "../model.js";

/** What an in-process model supports unless its options say otherwise. */
export const defaultCapabilities: Capabilities = {
  tools: true,
  toolChoice: ["auto", "none", "any", "tool"],
  images: true,
  documents: true,
  audio: true,
  thinking: ["enabled", "adaptive", "disabled", "between_tools"],
  effort: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  outputFormats: ["json", "json_schema"],
  sampling: [
    "temperature",
    "top_p",
    "top_k",
    "seed",
    "frequency_penalty",
    "presence_penalty",
    "logit_bias",
  ],
  stopSequences: true,
  choices: defaultChoices,
  logprobs: false,
  webSearch: false,
  prefill: true,
  systemTurns: true,
  extensions: true,
  unknownContent: [],
};

/** The check of what the options of a model say of it. */
export const validCapabilities: Check = /* @__PURE__ */ deferred(() => {
  const trueOrNames = either(
    (given) => given === true,
    anything,
    all(isHidden("true or a list", Array.isArray), texts),
  );
  return like<Capabilities>(defaultCapabilities, {
    toolChoice: listOf(oneOf("auto", "none", "any", "tool")),
    outputFormats: listOf(oneOf("json", "json_schema")),
    choices: size,
    unknownContent: trueOrNames,
    maxOutputTokens: size,
    contextWindow: size,
    extensions: trueOrNames,
  });
});
