import type { MatchResult } from "./result.js";

/** What a runner that follows Jest's gives a matcher as `this`; not all of them can draw differences. */
interface MatcherContext {
  readonly utils?: {
    readonly diff?: ((expected: unknown, actual: unknown) => string | null | undefined) | undefined;
  };
}

type AnyMatcher = (...args: never[]) => MatchResult;

/**
 * Matchers for a runner that shows a message as it is: the difference between what came and what was
 * expected becomes part of the message.
 */
export function withDiffs<M extends Readonly<Record<string, AnyMatcher>>>(matchers: M): M {
  const entries = Object.entries(matchers).map(([name, matcher]) => [
    name,
    withDiff(name, matcher),
  ]);
  return Object.fromEntries(entries);
}

function withDiff(name: string, matcher: AnyMatcher): AnyMatcher {
  const wrapped = function (this: MatcherContext | undefined, ...args: never[]): MatchResult {
    const result = matcher(...args);
    const { actual, expected } = result;
    // Of a text and a pattern there is nothing to see side by side.
    const isComparable = "actual" in result && typeof actual === typeof expected;
    const difference = isComparable ? this?.utils?.diff?.(expected, actual) : undefined;
    const message = () => [result.message(), ...(difference ? [difference] : [])].join("\n\n");
    return { ...result, message };
  };
  // Bun's runner takes the name that it shows from the function.
  return Object.defineProperty(wrapped, "name", { value: name });
}
