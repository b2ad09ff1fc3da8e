export type {
  RewrittenSchema,
  TranslationOptions,
  UpstreamCapabilities,
} from "../conversation/capabilities.js";
export type { ReceiptEntry, UnsupportedPolicy } from "../conversation/receipt.js";
export type { FieldRow, Outcome, Rule, SlotRow } from "../conversation/rules.js";
export { ServiceError } from "../errors/service-error.js";
export type {
  FormatName,
  TranslateReplyOptions,
  TranslateRequestOptions,
  TranslateResponseOptions,
} from "./options.js";
export { createStreamTranslator, type StreamTranslator } from "./stream-translator.js";
export { rulesOfSlot, type TranslationTables, translationTables } from "./tables.js";
export { type TranslatedRequest, translateRequest } from "./translate-request.js";
export { type TranslatedResponse, translateResponse } from "./translate-response.js";
