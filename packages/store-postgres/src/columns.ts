/** One row as JSON: the names of its columns and their values; `null` for an absent value. */
export type Columns = Readonly<Record<string, unknown>>;

/** @throws TypeError for anything but a JSON object */
export function toColumns(value: unknown): Columns {
  if (isObject(value)) return value;
  throw new TypeError("The database answered with something that is no row.");
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Columns {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws TypeError if the column holds no text */
export function textOf(columns: Columns, name: string): string {
  const value = columns[name];
  if (typeof value === "string") return value;
  throw unexpected(name, "a text");
}

/** @throws TypeError if the column holds no whole number up to 2^53 */
export function numberOf(columns: Columns, name: string): number {
  const value = columns[name];
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw unexpected(name, "a whole number below 2^53");
}

/** One word of a vocabulary. @throws TypeError if the column holds none */
export function wordOf<T extends string>(columns: Columns, name: string, words: readonly T[]): T {
  const word = words.find((each) => each === columns[name]);
  if (word !== undefined) return word;
  throw unexpected(name, `one of ${words.join(", ")}`);
}

/** @throws TypeError if the column holds no JSON object */
export function objectOf(columns: Columns, name: string): Columns {
  const value = columns[name];
  if (isObject(value)) return value;
  throw unexpected(name, "a JSON object");
}

/** What `read` finds in a column, under the member's name; nothing if the column is null. */
export function optional<K extends string, T>(
  member: K,
  columns: Columns,
  name: string,
  read: (columns: Columns, name: string) => T,
): { readonly [P in K]?: T };
export function optional(
  member: string,
  columns: Columns,
  name: string,
  read: (columns: Columns, name: string) => unknown,
): Columns {
  const value = columns[name];
  return value === null || value === undefined ? {} : { [member]: read(columns, name) };
}

function unexpected(name: string, expected: string): TypeError {
  return new TypeError(`The database's column ${name} does not hold ${expected}.`);
}
