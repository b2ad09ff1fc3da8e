export type {
  RewrittenSchema,
  TranslationOptions,
  UpstreamCapabilities,
} from "../conversation/capabilities.js";
export { createFold, type FoldedReply } from "../conversation/fold.js";
export { type NativeField, rulesOf } from "../conversation/native-fields.js";
export type { NeutralField } from "../conversation/neutral-fields.js";
export type { ReceiptEntry, UnsupportedPolicy } from "../conversation/receipt/receipt.js";
export { kindOfObject, otherForm, vendorDetail } from "../conversation/receipt/reply-rules.js";
export type { FieldRow, Outcome, Rule, Rules } from "../conversation/receipt/rules.js";
export { ServiceError } from "../errors/service-error.js";
export { chatCompletionsRules } from "../formats/chat-completions/documentation.js";
export {
  type Description,
  exactly,
  type FormatDocumentation,
  type NeutralFieldRow,
  toRequestRows,
} from "../formats/documentation.js";
export type { CapabilitiesOf, FormatName, WireFormat } from "../formats/formats.js";
export type {
  TranslateReplyOptions,
  TranslateRequestOptions,
  TranslateResponseOptions,
} from "./options.js";
export type { AnyFormat } from "./parties.js";
export { readResponse } from "./read-response.js";
export { createStreamReader, type StreamReader } from "./stream-reader.js";
export { createStreamTranslator, type StreamTranslator } from "./stream-translator.js";
export { rowsOfNeutralField, type TranslationTables, translationTables } from "./tables.js";
export { type TranslatedRequest, translateRequest } from "./translate-request.js";
export { type TranslatedResponse, translateResponse } from "./translate-response.js";
