import type { TranslationTables } from "@diglot/core/translation";
import { replyFields } from "./documentation/reply-fields.js";
import { requestFields } from "./documentation/request-fields.js";
import { writeReplyRows } from "./documentation/write-reply.js";
import { writeRequestRows } from "./documentation/write-request.js";
import { formatName } from "./wire/names.js";

/**
 * The documentation of translations from and into this format, in the form of `translationTables` of
 * `@diglot/core/translation`. It is not used to serve requests.
 */
export const responsesTranslationTables: TranslationTables<typeof formatName> = {
  format: formatName,
  requestFields,
  writeRequestRows,
  replyFields,
  writeReplyRows,
};
