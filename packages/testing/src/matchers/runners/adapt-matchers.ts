import type { MatchResult } from "../result.js";
import { type RunnerEquality, toAskable } from "./askable.js";

/** What a runner that follows Jest's gives a matcher as `this`; not all of them can draw differences. */
interface MatcherContext {
  readonly equals?: RunnerEquality | undefined;
  readonly utils?: {
    readonly diff?: ((expected: unknown, actual: unknown) => string | null | undefined) | undefined;
  };
}

type AnyMatcher = (subject: never, ...args: never[]) => MatchResult;

/**
 * Matchers for runners like Jest's, which show a message as it is: the difference between what came and
 * what was expected becomes part of it, where the runner can draw one.
 */
export function adaptMatchers<M extends Readonly<Record<string, AnyMatcher>>>(matchers: M): M {
  const entries = Object.entries(matchers).map(([name, matcher]) => [name, adapt(name, matcher)]);
  return Object.fromEntries(entries);
}

function adapt(name: string, matcher: AnyMatcher): AnyMatcher {
  const wrapped = function (
    this: MatcherContext | undefined,
    subject: never,
    ...args: never[]
  ): MatchResult {
    const result = matcher(subject, ...toAskables(args, this));
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

function toAskables(args: never[], context: MatcherContext | undefined): never[] {
  if (!context?.equals) return args;
  const equality: RunnerEquality = (actual, expected) =>
    context.equals?.(actual, expected) === true;
  return args.map((arg) => toAskable(arg, equality) as never);
}
