import { isPlain } from "../is-plain.js";

/** Where something is in a value. */
export type Path = readonly PropertyKey[];

/** Whether a path is another one or leads to something inside it. */
export function isInside(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}

/** The nearest part of a value's plain data that is there, on the way to a path. */
export function nearestPart(value: unknown, path: Path): Path {
  const found = path.findIndex((_, index) => !isThere(value, path.slice(0, index + 1)));
  return found === -1 ? path : path.slice(0, found);
}

function isThere(value: unknown, path: Path): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (!Array.isArray(value) && !isPlain(value)) return false;
  if (!Object.hasOwn(value, step)) return false;
  return isThere((value as Readonly<Record<PropertyKey, unknown>>)[step], rest);
}

/** A value without some parts of its plain data; the entries of a list move up. */
export function without(value: unknown, parts: readonly Path[], path: Path = []): unknown {
  const stays = (step: PropertyKey) => !isOneOf([...path, step], parts);
  if (Array.isArray(value)) {
    return [...value.entries()].flatMap(([index, entry]) =>
      stays(index) ? [without(entry, parts, [...path, index])] : [],
    );
  }
  if (!isPlain(value)) return value;
  const members = Object.entries(value).filter(([name]) => stays(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, without(member, parts, [...path, name])]),
  );
}

/** Where a part was before others were taken out. */
export function originalPath(path: Path, parts: readonly Path[]): Path {
  const original: PropertyKey[] = [];
  for (const step of path) {
    original.push(typeof step === "number" ? originalIndex(step, original, parts) : step);
  }
  return original;
}

function originalIndex(index: number, list: Path, parts: readonly Path[]): number {
  const entries = parts.filter((part) => part.length === list.length + 1 && isInside(part, list));
  const taken = entries.map((entry) => Number(entry.at(-1))).sort((one, other) => one - other);
  return taken.reduce((place, other) => (other <= place ? place + 1 : place), index);
}

function isOneOf(path: Path, parts: readonly Path[]): boolean {
  return parts.some((part) => part.length === path.length && isInside(part, path));
}
