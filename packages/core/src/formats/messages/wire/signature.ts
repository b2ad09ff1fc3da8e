import { isSealed } from "../../../conversation/seal.js";

/**
 * Signatures for thinking that the model did not sign. Clients drop a thinking block without a
 * signature from the history, so every block gets one. It is a checksum over the shown text and
 * proves nothing to anyone but this service; its first and last characters distinguish it from the
 * signatures of others.
 */

/** Byte counts of all three parts are multiples of three, so each has its own base64 characters. */
const head = btoa("diglot.v1");
const tail = btoa("unsigned.");
const checksumDigits = 15;

/** A signature over text that arrives in pieces. */
export interface Signer {
  update(text: string): void;
  finish(): string;
}

/** A signer; it does not matter how the text is split. */
export function createSigner(): Signer {
  let first = 0x811c9dc5;
  let second = 0x01000193;
  return {
    update(text) {
      for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index);
        first = Math.imul(first ^ unit, 0x01000193);
        second = Math.imul(second ^ unit, 0x85ebca6b) ^ (first >>> 15);
      }
    },
    finish() {
      const digits = toHex(first) + toHex(second);
      return head + btoa(digits.slice(0, checksumDigits)) + tail;
    },
  };
}

/** The signature of a whole text. */
export function signThinking(text: string): string {
  const signer = createSigner();
  signer.update(text);
  return signer.finish();
}

/** Whether a signature was made here, even if it was changed since. */
export function isOwnSignature(signature: string): boolean {
  return signature.startsWith(head) || signature.endsWith(tail);
}

/** Whether a signature was made here, as a checksum or as the seal of a format: no vendor can check it. */
export function isMadeHere(signature: string): boolean {
  return isOwnSignature(signature) || isSealed(signature);
}

/** Whether a signature that this service made belongs to a text. */
export function isValidSignature(signature: string, text: string): boolean {
  return signature === signThinking(text);
}

function toHex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
