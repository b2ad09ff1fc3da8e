/**
 * What those who write a format share with the built-in ones. The types of the ports themselves are in
 * the main entry.
 */

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
export { endsStep, keepResult, runAtOnce, type Steps } from "../runtime/steps.js";
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
