/** The value at a path of a JSON value; absent: there is none. */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null
        ? (inner as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    value,
  );
}

/** The list at a path; empty: there is none. */
export function pickList(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly unknown[] {
  const list = pick(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** The text at a path; empty: there is none. */
export function pickText(value: unknown, ...path: readonly (string | number)[]): string {
  const text = pick(value, ...path);
  return typeof text === "string" ? text : "";
}

/** The number at a path; absent: there is none. */
export function pickNumber(
  value: unknown,
  ...path: readonly (string | number)[]
): number | undefined {
  const number = pick(value, ...path);
  return typeof number === "number" ? number : undefined;
}
