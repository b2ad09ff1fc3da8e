/** A value that says itself what equals it, as `expect.any(String)` of the test runners. */
interface AsymmetricValue {
  asymmetricMatch(value: unknown): boolean;
  /** Its name, for people: `Any<String>`. */
  toAsymmetricMatcher?(): string;
}

/**
 * Whether two JSON values are the same, whatever the order of their members. A member that is
 * `undefined` is absent; `expected` may hold values such as `expect.any(String)`.
 */
export function equals(actual: unknown, expected: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
  if (!isObject(actual) || !isObject(expected)) return actual === expected;
  if (Array.isArray(actual) !== Array.isArray(expected)) return false;
  const keys = presentKeys(expected);
  return (
    keys.length === presentKeys(actual).length &&
    keys.every((key) => Object.hasOwn(actual, key) && equals(actual[key], expected[key]))
  );
}

/** Whether a value says itself what equals it. */
export function isAsymmetric(value: unknown): value is AsymmetricValue {
  return isObject(value) && typeof value.asymmetricMatch === "function";
}

/** A value as JSON on one line; what says itself what equals it goes by its name. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, nameAsymmetric) ?? String(value);
}

function nameAsymmetric(_key: string, value: unknown): unknown {
  return isAsymmetric(value) ? (value.toAsymmetricMatcher?.() ?? String(value)) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function presentKeys(object: Readonly<Record<string, unknown>>): readonly string[] {
  if (Array.isArray(object)) return Object.keys(object);
  return Object.keys(object).filter((key) => object[key] !== undefined);
}
