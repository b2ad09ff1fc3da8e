/**
 * What those who write a format share with the built-in ones. The types of the ports themselves are in
 * the main entry.
 */

export type { TokenLogprob } from "../conversation/logprobs.js";
export {
  dropped,
  isEmpty,
  isOneOf,
  type NativeCase,
  type NativeField,
  noOp,
  refused,
  refusedOrDropped,
  ruleOf,
} from "../conversation/native-fields.js";
export { byteLength } from "../conversation/usage/estimate.js";
export { type FieldPath, ServiceError } from "../errors/service-error.js";
export { toPointer } from "../json/pointer.js";
export { isObject, type JsonObject, parseJson, toNumber, toObject } from "../json/value.js";
export { endsStep, flatMapInSteps, keepResult, runAtOnce, type Steps } from "../runtime/steps.js";
export { encodeComment, encodeJsonEvent, toJsonLine, toJsonString } from "../sse/encode.js";
export { anyList } from "../validation/any-list.js";
export { findIssue } from "../validation/first-issue.js";
export { below, type Issue, type Schema } from "../validation/issue.js";
export { jsonTypeOf } from "../validation/json-type.js";
export type { Inferred } from "../validation/read-only.js";
export { toErrorAnswer } from "./chat-completions/answers/errors.js";
export { restOf } from "./chat-completions/read-request/content.js";
export { parseDataUrl, toMediaSource } from "./chat-completions/read-request/data-url.js";
export {
  adviseValues,
  listValues,
  quote,
  refuse,
  refuseMissing,
  refuseParameter,
  refuseUnknown,
  refuseValue,
  refuseWord,
  toParam,
  toServiceError,
} from "./chat-completions/validate/problem.js";
export { cacheNameOf, cacheOf } from "./chat-completions/wire/cache-control.js";

// For formats of upstreams.

export {
  type BlockProgress,
  type BlockSequencer,
  createBlockSequencer,
} from "../conversation/block-sequencer.js";
export { takeExtra } from "../conversation/extra-members.js";
export { arrangeHistory } from "../conversation/history/arrange-history.js";
export { mergeTurns } from "../conversation/history/merge-turns.js";
export { callsOf } from "../conversation/history/results.js";
export { limitCost } from "../conversation/members/cost-members.js";
export type { Pricing } from "../conversation/members/priced-members.js";
export { createLossNotes, type NoteLoss } from "../conversation/receipt/loss-notes.js";
export { isSealed, sealPrefix } from "../conversation/seal.js";
export { respellExtensions } from "../conversation/spellings.js";
export { toCount } from "../conversation/usage/usage.js";
export { badReply } from "../errors/bad-reply.js";
export { tooManyBlocks } from "../errors/reply-too-large.js";
export { filterPlainHeaders } from "../http/filter-headers.js";
export { findClosingQuote } from "../json/closing-quote.js";
export { applyEdits, lazyMembersOf } from "../json/spans.js";
export type { Spellings } from "../json/spelling.js";
export { unescapeJson } from "../json/value.js";
export { readFrame } from "../sse/event-fields.js";
export { parseError, toInBandError } from "./chat-completions/read-reply/error.js";
export { readNames } from "./chat-completions/read-reply/facts.js";
export { parseModels } from "./chat-completions/read-reply/models.js";
export { toErrorEnvelope } from "./chat-completions/relay/error-envelope.js";
export {
  type ChatCompletionsUpstreamCapabilities,
  defaultUpstreamCapabilities as defaultChatCompletionsCapabilities,
} from "./chat-completions/wire/capabilities.js";
export { toParts } from "./chat-completions/write-request/content/blocks.js";
export { historyContextOf } from "./chat-completions/write-request/content/history.js";
export { selectInstructions } from "./chat-completions/write-request/content/instructions.js";
export { writeSystem } from "./chat-completions/write-request/content/system.js";
export { writeUser } from "./chat-completions/write-request/content/user.js";
export { writeLimit, writeStop } from "./chat-completions/write-request/parameters/limits.js";
export { writeOutput } from "./chat-completions/write-request/parameters/output.js";
export { writeReasoning } from "./chat-completions/write-request/parameters/reasoning.js";
export {
  writeLogprobs,
  writeSampling,
} from "./chat-completions/write-request/parameters/sampling.js";
export {
  writeServiceTier,
  writeUserId,
} from "./chat-completions/write-request/parameters/service.js";
export { blockThinkingRules } from "./chat-completions/write-request/rules/content.js";
export { writeToolChoice } from "./chat-completions/write-request/tools/choice.js";
export { writeTools } from "./chat-completions/write-request/tools/definitions.js";
export { editCost, editModel } from "./edit-members.js";
