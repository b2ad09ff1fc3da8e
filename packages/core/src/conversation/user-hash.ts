import { hashText } from "./legal-names.js";

/** Chat Completions takes 64 characters at most; each hash has eight. */
const hashes = 8;

/**
 * What stands for the id of an end user at an upstream that shall tell users apart and not know
 * them: 64 letters and digits, always the same for one id. It hides nothing from those who guess
 * the id.
 */
export function hashUserId(userId: string): string {
  return Array.from({ length: hashes }, (_, index) => hashText(`${index}:${userId}`)).join("");
}
