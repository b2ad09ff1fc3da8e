/** What a value counts besides the characters of a string: a number, a literal, or punctuation. */
const valueSize = 8;

/**
 * About the characters of a value's JSON text, which is not written for it: those of strings and names,
 * and eight for each value.
 */
export function sizeOfJson(value: unknown): number {
  let size = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    size += valueSize;
    if (typeof next === "string") size += next.length;
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (typeof next === "object" && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        size += name.length;
        left.push(member);
      }
    }
  }
  return size;
}
