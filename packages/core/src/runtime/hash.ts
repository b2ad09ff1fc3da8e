/** Where every hash begins: the offset basis of FNV-1a with 32 bits. */
export const emptyHash = 0x811c9dc5;

/** Adds a text to a hash of 32 bits, by its UTF-16 units (FNV-1a). It resists no attack. */
export function addText(hash: number, text: string): number {
  let sum = hash;
  for (let index = 0; index < text.length; index++) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  }
  return sum >>> 0;
}

/** One hash of two, whose bits all depend on all bits of both (the finalizer of MurmurHash3). */
export function mixHashes(first: number, second: number): number {
  let mixed = first ^ Math.imul(second, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
