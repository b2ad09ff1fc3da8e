/**
 * What formats that are close to this one share with it: the vendor says these things alike in both. It is
 * a door for the entry `@diglot/core/formats` alone.
 */

export { toErrorAnswer } from "./answers/errors.js";
export { parseError, toInBandError } from "./read-reply/error.js";
export { readNames } from "./read-reply/facts.js";
export { parseModels } from "./read-reply/models.js";
export { restOf } from "./read-request/content.js";
export { parseDataUrl, toMediaSource } from "./read-request/data-url.js";
export { editRelayedRequest as editChatCompletionsRequest } from "./relay/edit-request.js";
export { toErrorEnvelope } from "./relay/error-envelope.js";
export {
  adviseValues,
  quote,
  refuse,
  refuseMissing,
  refuseParameter,
  refuseUnknown,
  refuseValue,
  refuseWord,
  toParam,
  toServiceError,
} from "./validate/problem.js";
export { cacheNameOf, cacheOf } from "./wire/cache-control.js";
export {
  type ChatCompletionsUpstreamCapabilities,
  defaultUpstreamCapabilities as defaultChatCompletionsCapabilities,
  validCapabilities as validChatCompletionsCapabilities,
} from "./wire/capabilities.js";
export {
  foreignCitation,
  nativeBlock,
  refusalCategory,
  stopSequence,
} from "./write-reply/rules.js";
export { toParts } from "./write-request/content/blocks.js";
export { historyContextOf } from "./write-request/content/history.js";
export { selectInstructions } from "./write-request/content/instructions.js";
export { writeSystem } from "./write-request/content/system.js";
export { writeUser } from "./write-request/content/user.js";
export { writeLimit, writeStop } from "./write-request/parameters/limits.js";
export { writeOutput } from "./write-request/parameters/output.js";
export { writeReasoning } from "./write-request/parameters/reasoning.js";
export {
  writeLogprobs,
  writeSampling,
} from "./write-request/parameters/sampling.js";
export {
  writeServiceTier,
  writeUserId,
} from "./write-request/parameters/service.js";
export { blockThinkingRules } from "./write-request/rules/content.js";
export { writeToolChoice } from "./write-request/tools/choice.js";
export { writeTools } from "./write-request/tools/definitions.js";
