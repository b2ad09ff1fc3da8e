import type { Redactor } from "@diglot/core/redaction";

/** A member that holds a text. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

type Texts = Map<string, Place[]>;

const dataLine = /^data: ?(\{.*\})\s*$/;

/**
 * An event stream without secrets, also without those that are cut over several of its events: texts
 * that stand at the same place of different events are looked at as one. Lines in which nothing was
 * found stay as they are.
 */
export function redactStream(text: string, redactor: Redactor): string {
  const lines = text.split("\n");
  const values = lines.map(readLine);
  const texts: Texts = new Map();
  for (const value of values) if (value !== undefined) collect(value, "", texts);
  const changed = new Set<object>();
  for (const places of texts.values()) redactPlaces(places, redactor, changed);
  const rewritten = lines.map((line, index) => {
    const value = values[index];
    return value !== undefined && contains(value, changed)
      ? `data: ${JSON.stringify(value)}`
      : line;
  });
  return redactor.text(rewritten.join("\n"));
}

function readLine(line: string): unknown {
  const [, json] = dataLine.exec(line) ?? [];
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Collects texts by their place. An object with an index, such as a choice, is a place of its own. */
function collect(value: unknown, place: string, texts: Texts): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${place}/*`, texts);
    return;
  }
  if (!isRecord(value)) return;
  const own = typeof value.index === "number" ? `${place}#${value.index}` : place;
  for (const [name, member] of Object.entries(value)) {
    const path = `${own}/${name}`;
    if (typeof member !== "string") collect(member, path, texts);
    else addTo(texts, path, { holder: value, name });
  }
}

function addTo(texts: Texts, path: string, place: Place): void {
  const places = texts.get(path);
  if (places) places.push(place);
  else texts.set(path, [place]);
}

function redactPlaces(places: readonly Place[], redactor: Redactor, changed: Set<object>): void {
  const before = places.map(({ holder, name }) => String(holder[name]));
  const after = redactor.pieces(before);
  for (const [index, { holder, name }] of places.entries()) {
    if (after[index] === before[index]) continue;
    holder[name] = after[index];
    changed.add(holder);
  }
}

function contains(value: unknown, changed: ReadonlySet<object>): boolean {
  if (typeof value !== "object" || value === null) return false;
  return changed.has(value) || Object.values(value).some((member) => contains(member, changed));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
