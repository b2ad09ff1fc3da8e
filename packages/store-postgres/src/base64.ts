/** Bytes that are made into characters at once: as many as a call takes arguments everywhere. */
const chunkSize = 8_192;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += chunkSize) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + chunkSize)));
  }
  return btoa(chunks.join(""));
}

/** The bytes of a base64 text; line ends in it do not matter. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
