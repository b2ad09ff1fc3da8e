import {
  createRoom,
  exampleLimits,
  type Room,
  takeCharacters,
  takeStep,
  takeValue,
  takeWhole,
} from "./example-room.js";
import { givenValues, innerSchemas, isSchema, type Schema, typesOf } from "./schema.js";

/** An example while it is made. */
interface Making {
  readonly root: unknown;
  /** What strings are filled with. */
  readonly text: string;
  /** The schemas around the one that is looked at: to meet one of them again would never end. */
  readonly path: Set<unknown>;
  readonly room: Room;
}

/**
 * A value that fits a JSON Schema as far as the common keywords go (`type`, `const`, `enum`,
 * `default`, `properties`, `required`, `items`, the smallest limits, `$ref` inside the schema, the
 * first of alternatives that has an example). Optional members are left out. Patterns and formats are
 * not understood.
 *
 * It keeps `exampleLimits`. If the strings do not fit with the whole text in each, all of them get the
 * same part of its beginning. `undefined`: there is no example of that size.
 */
export function exampleValue(schema: unknown, text: string): unknown {
  const bare = startMaking(schema, "");
  if (toExample(schema, bare) === undefined) return undefined;
  const { characters, strings } = bare.room;
  const share = Math.floor(characters / Math.max(1, strings));
  return toExample(schema, startMaking(schema, text.slice(0, share)));
}

function startMaking(root: unknown, text: string): Making {
  return { root, text, path: new Set(), room: createRoom() };
}

/** An example; `undefined` if there is none, or no room for it. No value of JSON is `undefined`. */
function toExample(schema: unknown, making: Making): unknown {
  const { path, room } = making;
  if (!takeStep(room)) return undefined;
  if (!isSchema(schema)) return takeValue(room) ? null : undefined;
  if (path.has(schema) || path.size >= exampleLimits.levels) return undefined;
  path.add(schema);
  const value = toKnownExample(schema, making);
  path.delete(schema);
  return value;
}

function toKnownExample(schema: Schema, making: Making): unknown {
  const given = givenValues(schema);
  if (given) return firstOf(given, making, (value) => toWhole(value, making));
  if (Object.hasOwn(schema, "default")) {
    const value = firstOf([schema.default], making, (each) => toWhole(each, making));
    if (value !== undefined) return value;
  }
  const inner = innerSchemas(schema, making.root);
  if (inner) return firstOf(inner, making, (each) => toExample(each, making));
  return firstOf(typesOf(schema), making, (type) => makeOf(type)(schema, making));
}

/** The first example that one of several ways gives. A way that gives none takes no room. */
function firstOf<T>(ways: readonly T[], { room }: Making, make: (way: T) => unknown): unknown {
  const { values, characters, strings } = room;
  for (const way of ways) {
    const value = make(way);
    if (value !== undefined) return value;
    if (!takeStep(room)) return undefined;
    Object.assign(room, { values, characters, strings });
  }
  return undefined;
}

function toWhole(value: unknown, { room }: Making): unknown {
  return takeWhole(room, value) ? value : undefined;
}

type Maker = (schema: Schema, making: Making) => unknown;

const makers: ReadonlyMap<unknown, Maker> = new Map<unknown, Maker>([
  ["string", toText],
  ["number", (schema, { room }) => (takeValue(room) ? fitNumber(schema, 0) : undefined)],
  [
    "integer",
    (schema, { room }) => (takeValue(room) ? Math.ceil(fitNumber(schema, 1)) : undefined),
  ],
  ["boolean", (_, { room }) => (takeValue(room) ? false : undefined)],
  ["array", toArray],
  ["object", toObject],
]);

function makeOf(type: unknown): Maker {
  return makers.get(type) ?? ((_, { room }) => (takeValue(room) ? null : undefined));
}

function toText({ maxLength, minLength }: Schema, { room, text }: Making): string | undefined {
  const cut = typeof maxLength === "number" ? text.slice(0, Math.max(0, maxLength)) : text;
  const least = typeof minLength === "number" ? minLength : 0;
  room.strings += 1;
  return takeValue(room, Math.max(cut.length, least)) ? cut.padEnd(least, ".") : undefined;
}

function fitNumber(schema: Schema, step: number): number {
  const { minimum, exclusiveMinimum, maximum } = schema;
  if (typeof minimum === "number") return minimum;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + (step || 0.5);
  return typeof maximum === "number" ? Math.min(0, maximum) : 0;
}

function toArray({ minItems, items }: Schema, making: Making): unknown[] | undefined {
  const { room } = making;
  const length = typeof minItems === "number" ? Math.max(0, Math.ceil(minItems)) : 0;
  if (!takeValue(room) || length > room.values) return undefined;
  const list: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const item = toExample(items, making);
    if (item === undefined) return undefined;
    list.push(item);
  }
  return list;
}

/** Members are defined, not assigned: one may be called `__proto__`. */
function toObject(schema: Schema, making: Making): unknown {
  const { room } = making;
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  if (!takeValue(room) || required.length > room.values) return undefined;
  if (!takeStep(room, required.length)) return undefined;
  const members: [string, unknown][] = [];
  for (const name of new Set(required)) {
    if (typeof name !== "string") continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = takeCharacters(room, name.length) ? toExample(property, making) : undefined;
    if (value === undefined) return undefined;
    members.push([name, value]);
  }
  return Object.fromEntries(members);
}
