import fc from "fast-check";

/** A change of one member or element of a JSON value. Places are taken modulo their number. */
export interface JsonChange {
  readonly do: "set" | "remove" | "rename" | "repeat" | "wrap" | "add";
  readonly at: number;
  readonly name: string;
  readonly value: unknown;
}

type Container = Record<string, unknown> | unknown[];

/** Values that readers meet at places where they expect another kind, or another size. */
const oddValues: readonly unknown[] = [
  // Neither text nor a number can be made of these.
  ...[{ toString: 1, valueOf: 1 }, [{ toString: null }]],
  ...[null, true, false, "", [], {}, [null], [[]], { a: 1 }, [{ type: "text" }], "x"],
  ...[0, -0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e-7, 129],
  ...["\0", "\r\n\r\n", "\u2028", "\ud800", "\udc00x", "[DONE]", "data: x\n\n", "a".repeat(300)],
  ...["text", "tool_use", "tool_result", "thinking", "image", "stop", "tool_calls", "length"],
  ...["user", "assistant", "system", "tool", "developer", "function", "auto", "none"],
];

/** Names that formats know, and names that objects know. */
const oddNames = [
  ...["type", "role", "content", "text", "id", "index", "name", "input", "usage", "error", "model"],
  ...[
    "stream",
    "max_tokens",
    "max_completion_tokens",
    "tools",
    "tool_choice",
    "tool_calls",
    "stop",
  ],
  ...["choices", "delta", "message", "finish_reason", "stop_reason", "thinking", "signature", "n"],
  ...["__proto__", "constructor", "toString", "then", "length", "hasOwnProperty", "toJSON", ""],
];

/** A change of a JSON value. `others` are values to put somewhere, such as pieces of other documents. */
export function jsonChange(others: readonly unknown[]): fc.Arbitrary<JsonChange> {
  return fc.record({
    do: fc.constantFrom("remove", "set", "set", "rename", "repeat", "wrap", "add"),
    at: fc.nat({ max: 100_000 }),
    name: fc.constantFrom(...oddNames),
    value: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...oddValues) },
      { weight: 2, arbitrary: fc.constantFrom(...others) },
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer(),
      fc.constantFrom(20, 127, 128, 129, 1_000).map(nested),
    ),
  });
}

/** Applies a change to a copy of a JSON value; a value without members or elements is replaced. */
export function changeJson(value: unknown, change: JsonChange): unknown {
  const copy = structuredClone(value);
  const places = placesOf(copy);
  const place = places[change.at % Math.max(1, places.length)];
  if (!place) return change.value;
  changePlace(place.container, place.key, change);
  return copy;
}

interface Place {
  readonly container: Container;
  readonly key: string | number;
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const container = value as Container;
  const keys = Array.isArray(container) ? [...container.keys()] : Object.keys(container);
  return keys.flatMap((key) => [{ container, key }, ...placesOf(valueAt(container, key))]);
}

function changePlace(container: Container, key: string | number, change: JsonChange): void {
  const old = valueAt(container, key);
  const isList = Array.isArray(container);
  switch (change.do) {
    case "remove":
      if (isList) container.splice(Number(key), 1);
      else delete container[key];
      return;
    case "rename":
      if (isList) return;
      delete container[key];
      put(container, change.name, old);
      return;
    case "repeat":
      if (isList) container.splice(Number(key), 0, structuredClone(old));
      else put(container, change.name, structuredClone(old));
      return;
    case "wrap":
      put(container, key, isList ? [old] : { [change.name]: old });
      return;
    case "add":
      if (isList) container.push(change.value);
      else put(container, change.name, change.value);
      return;
    default:
      put(container, key, change.value);
  }
}

function valueAt(container: Container, key: string | number): unknown {
  return Reflect.get(container, key);
}

/** Sets an own member, also one that is called `__proto__`. */
function put(container: Container, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { a: value } : [value];
  return value;
}
