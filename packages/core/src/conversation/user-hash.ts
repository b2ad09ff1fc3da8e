import { hashText } from "./legal-names.js";

/** Chat Completions accepts 64 characters at most; each hash has eight. */
const hashes = 8;

/**
 * A stand-in for the id of an end user, so that an upstream can distinguish users without learning
 * their ids: 64 letters and digits, always the same for one id. Anyone who guesses the id can
 * confirm the guess.
 */
export function hashUserId(userId: string): string {
  return Array.from({ length: hashes }, (_, index) => hashText(`${index}:${userId}`)).join("");
}
