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
export { byteLength, estimateTokens } from "../conversation/usage/estimate.js";
export { type FieldPath, ServiceError } from "../errors/service-error.js";
export { storeUnavailable } from "../errors/store-unavailable.js";
export { createJsonAnswer } from "../http/answers.js";
export { fromPointer, toPointer } from "../json/pointer.js";
export { isObject, type JsonObject, parseJson, toObject } from "../json/value.js";
export type { MaybePromise } from "../runtime/maybe-promise.js";
export { endsStep, flatMapInSteps, keepResult, runAtOnce, type Steps } from "../runtime/steps.js";
export { encodeComment, encodeJsonEvent, toJsonString } from "../sse/encode.js";
export { anyList } from "../validation/any-list.js";
export { findIssue } from "../validation/first-issue.js";
export { below, type Issue, type Schema } from "../validation/issue.js";
export { jsonTypeOf } from "../validation/json-type.js";
export type { Inferred } from "../validation/read-only.js";
export { toSessionId } from "./session-id.js";

// For formats of upstreams.

export {
  type BlockProgress,
  type BlockSequencer,
  createBlockSequencer,
} from "../conversation/block-sequencer.js";
export { takeExtra } from "../conversation/extra-members.js";
export { arrangeHistory } from "../conversation/history/arrange-history.js";
export { judgeCost, limitCost } from "../conversation/members/cost-members.js";
export type { Pricing } from "../conversation/members/priced-members.js";
export { judgeRouting } from "../conversation/members/routing-members.js";
export { createLossNotes, type NoteLoss } from "../conversation/receipt/loss-notes.js";
export {
  forcedServerTool,
  madeElsewhere,
  serverToolLeftOut,
} from "../conversation/receipt/request-rules.js";
export { isSealed, sealPrefix } from "../conversation/seal.js";
export { respellExtensions } from "../conversation/spellings.js";
export { toCount } from "../conversation/usage/usage.js";
export { badReply } from "../errors/bad-reply.js";
export { tooManyBlocks } from "../errors/reply-too-large.js";
export { filterPlainHeaders } from "../http/filter-headers.js";
export { findClosingQuote } from "../json/closing-quote.js";
export {
  applyEdits,
  type Edit,
  elementsOf,
  lazyMembersOf,
  type Member,
  membersOf,
  removeElements,
  removeMembers,
  type Span,
  setMember,
} from "../json/spans.js";
export type { Spellings } from "../json/spelling.js";
export { unescapeJson } from "../json/value.js";
export { readFrame } from "../sse/event-fields.js";
export { editCost, editModel } from "./edit-members.js";

// For models in this process that answer a format themselves.

export { toAttemptEnd } from "../conversation/attempt-end.js";
export { raceSignal } from "../runtime/race-signal.js";

// What formats that are close to Chat Completions share with it.

export * from "./chat-completions/shared.js";
