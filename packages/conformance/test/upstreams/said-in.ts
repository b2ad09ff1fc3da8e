/**
 * Members that stream helpers add, or of which they keep only the last piece, and the time of an
 * answer, which goes on.
 */
const ownOfHelpers: ReadonlySet<string> = new Set([
  "parsed",
  "parsed_output",
  "created",
  "reasoning_content",
]);

/**
 * All that an answer says, to be compared with what a stream helper holds at the end: members that
 * are null and empty lists say nothing.
 */
export function saidIn(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => {
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      return isEmpty || ownOfHelpers.has(name) ? undefined : value;
    }),
  );
}
