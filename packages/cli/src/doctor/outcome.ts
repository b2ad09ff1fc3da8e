import { toPlainLine } from "@diglot/core/redaction";
import type { SmallReply } from "./wire/small-reply.js";

/** What came of one request of the examination. */
export type Outcome =
  | { readonly kind: "replied"; readonly reply: SmallReply }
  /** The server blames the request. */
  | { readonly kind: "refused"; readonly status: number; readonly words: string }
  /** Nothing can be concluded: no answer, an error of the server, a rate limit, an unreadable reply. */
  | { readonly kind: "failed"; readonly words: string };

/** Characters of what a server says that are shown. */
const shownWords = 120;

/** A text of a server as it may be shown, without the key. */
export function toWords(text: string, apiKey: string | undefined): string {
  return toPlainLine(apiKey === undefined ? text : text.replaceAll(apiKey, "[key]"), shownWords);
}
