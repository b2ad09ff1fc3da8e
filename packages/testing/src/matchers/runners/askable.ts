/** Compares as the test runner does; the second value may be one such as `expect.any(String)`. */
export type RunnerEquality = (actual: unknown, expected: unknown) => boolean;

/**
 * The same value, in which `expect.any(String)` and its like can be asked what equals them. Those of
 * Bun's runner are opaque: only its own equality knows. Those of other runners stay as they are.
 */
export function toAskable(value: unknown, equality: RunnerEquality): unknown {
  const name = opaqueName(value);
  if (name !== undefined) {
    return {
      asymmetricMatch: (actual: unknown) => equality(actual, value),
      toAsymmetricMatcher: () => name,
    };
  }
  if (Array.isArray(value)) return value.map((element) => toAskable(element, equality));
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, toAskable(member, equality)]);
  return Object.fromEntries(members);
}

/** `Any` for `expect.any(…)`; undefined for all else. */
function opaqueName(value: unknown): string | undefined {
  return /^\[object Expect(\w+)\]$/.exec(Object.prototype.toString.call(value))?.[1];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
