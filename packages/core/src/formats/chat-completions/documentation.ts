import type { FormatDocumentation } from "../documentation.js";
import { requestFields } from "./documentation/request-fields.js";
import { writeReplyRows } from "./documentation/write-reply.js";
import { writeRequestRows } from "./documentation/write-request.js";
import { replyFields } from "./read-reply/rules.js";

/** The rules by which requests are written, for formats that are written with the same code. */
export * as chatCompletionsRules from "./documentation/rules.js";

/**
 * The documentation of translations from and into this format; only the documentation page reads
 * it.
 */
export const chatCompletionsDocumentation: FormatDocumentation = {
  requestFields,
  writeRequestRows,
  replyFields,
  writeReplyRows,
};
