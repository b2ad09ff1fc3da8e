import type { SQLOutputValue } from "node:sqlite";

/** A row as SQLite gives it. */
export type Columns = Readonly<Record<string, SQLOutputValue>>;

/** @throws TypeError if the column holds something else */
export function toText(columns: Columns, name: string): string {
  const value = columns[name];
  if (typeof value === "string") return value;
  throw unexpected(name);
}

/** @throws TypeError if the column holds something else */
export function toNumber(columns: Columns, name: string): number {
  const value = columns[name];
  if (typeof value === "number") return value;
  throw unexpected(name);
}

/** @throws TypeError if the column holds something else */
export function toBytes(columns: Columns, name: string): Uint8Array {
  const value = columns[name];
  if (value instanceof Uint8Array) return value;
  throw unexpected(name);
}

/** What one of the readers above makes of a column; `undefined` for NULL. */
export function toOptional<T>(
  read: (columns: Columns, name: string) => T,
  columns: Columns,
  name: string,
): T | undefined {
  return columns[name] === null ? undefined : read(columns, name);
}

/** A value that was written as JSON, by this package and for the same type. */
export function toJsonValue<T>(columns: Columns, name: string): T {
  return JSON.parse(toText(columns, name));
}

function unexpected(name: string): TypeError {
  return new TypeError(`The column ${name} does not hold what its schema says.`);
}
