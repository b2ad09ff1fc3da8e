import type { Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";

/** A line of an event stream, with the value of its data if that can be written anew. */
interface Line {
  readonly text: string;
  readonly value: unknown;
}

/** A member that holds a text, and the line in which it stands. */
interface Place {
  readonly line: number;
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

type Texts = Map<string, Place[]>;

/** Data that is nested deeper is no part of a reply's text; it is looked at line by line. */
const deepest = 32;
/** Lines that are read in one step. */
const linesPerStep = 64;

/**
 * An event stream without secrets, also without those that are cut over several of its events: texts
 * that stand at the same place of different events are looked at as one. Lines in which nothing was
 * found stay as they are.
 */
export function* redactStreamInSteps(text: string, redactor: Redactor): Steps<string> {
  const lines: Line[] = [];
  const texts: Texts = new Map();
  for (const [index, line] of text.split("\n").entries()) {
    const value = readLine(line);
    lines.push({ text: line, value });
    collect(value, index, "", texts);
    if (index % linesPerStep === 0) yield;
  }
  const changed = new Set<number>();
  for (const places of texts.values()) yield* redactPlaces(places, redactor, changed);
  const rewritten = lines.map((line, index) =>
    changed.has(index) ? `data: ${JSON.stringify(line.value)}` : line.text,
  );
  return yield* redactor.textInSteps(rewritten.join("\n"));
}

/** The data of a line, unless it is no object, or nested too deep. */
function readLine(line: string): unknown {
  if (!line.startsWith("data:")) return undefined;
  const json = line.slice("data:".length).trim();
  if (!json.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (!isRecord(value)) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}

/** Collects texts by their place. An object with an index, such as a choice, is a place of its own. */
function collect(value: unknown, line: number, place: string, texts: Texts): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, line, `${place}/*`, texts);
    return;
  }
  if (!isRecord(value)) return;
  const own = typeof value.index === "number" ? `${place}#${value.index}` : place;
  for (const [name, member] of Object.entries(value)) {
    const path = `${own}/${name}`;
    if (typeof member !== "string") collect(member, line, path, texts);
    else addTo(texts, path, { line, holder: value, name });
  }
}

function addTo(texts: Texts, path: string, place: Place): void {
  const places = texts.get(path);
  if (places) places.push(place);
  else texts.set(path, [place]);
}

/** Takes the secrets out of texts, and notes in which lines there were any. */
function* redactPlaces(
  places: readonly Place[],
  redactor: Redactor,
  changed: Set<number>,
): Steps<void> {
  const before = places.map(({ holder, name }) => String(holder[name]));
  const after = yield* redactor.piecesInSteps(before);
  for (const [index, { line, holder, name }] of places.entries()) {
    if (after[index] === before[index]) continue;
    holder[name] = after[index];
    changed.add(line);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
