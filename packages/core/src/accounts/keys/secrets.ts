import { createRandomIds } from "../../runtime/ids.js";
import { hashBytes } from "./sha256.js";

/** How the service's own secrets begin. */
const ownBeginning = "sk-dg-";
const publicCharacters = 8;
const secretCharacters = 32;

const ownForm = new RegExp(
  `^${ownBeginning}[1-9A-HJ-NP-Za-km-z]{${publicCharacters}}-[1-9A-HJ-NP-Za-km-z]{${secretCharacters}}$`,
);

/**
 * A new secret of a key: `sk-dg-`, 8 characters that may be shown, `-`, and 32 secret characters, which
 * contain 187 random bits.
 */
export function createSecret(): string {
  const ids = createRandomIds();
  return `${ids.create(ownBeginning, publicCharacters)}${ids.create("-", secretCharacters)}`;
}

/**
 * The SHA-256 hash of a secret, in lower-case hexadecimal digits. Secrets are long and random, so
 * a fast hash without salt is enough: nobody can try them all.
 */
export function hashSecret(secret: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(secret));
}

/**
 * The beginning of a secret by which people recognise it: `sk-dg-` and the 8 public characters of
 * one that `createSecret` made, else a quarter of it, 6 characters at most.
 */
export function prefixOf(secret: string): string {
  if (ownForm.test(secret)) return secret.slice(0, ownBeginning.length + publicCharacters);
  return secret.slice(0, Math.min(6, Math.floor(secret.length / 4)));
}
