import { isObject } from "../../json/is-object.js";
import type { Path } from "../report/item.js";

/** What reads one member: its value, and its place. */
export type ReadMember = (value: unknown, path: Path) => void;

/** What reads the members of an object, by their names. */
export type MemberReaders = Readonly<Record<string, ReadMember>>;

/**
 * Reads all members of an object: each with the reader of its name, and every other one with `otherwise`, so
 * that none is missing from the report. A value that is not an object has no members.
 */
export function readMembers(
  value: unknown,
  path: Path,
  readers: MemberReaders,
  otherwise: ReadMember,
): void {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    (read ?? otherwise)(member, [...path, name]);
  }
}

/** A number, also one that is written as a text; absent: it is none. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The texts of a list, or a single text, without empty ones. */
export function toTexts(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === "string" && one !== "");
}

/** Seconds as milliseconds; absent: it is no time above 0. */
export function toMilliseconds(seconds: unknown): number | undefined {
  const number = toNumber(seconds);
  return number !== undefined && number > 0 ? Math.round(number * 1_000) : undefined;
}
