import { isObject, type JsonObject } from "../../../json/value.js";

/** Keywords whose value is a schema, or a list of them. */
const inner = ["items", "prefixItems", "anyOf", "oneOf", "allOf", "not", "if", "then", "else"];
/** Keywords whose value has schemas under names that the caller chooses. */
const named = ["properties", "$defs", "definitions"];

/** The place where a schema is open: the path of keywords and names, and the property it does not require. */
export interface Opening {
  readonly context: readonly string[];
  /** The first property that is not required; absent: it allows properties that it does not name. */
  readonly optional?: string | undefined;
}

/** Whether a schema and all those in it require every property and allow no others. */
export function isClosed(schema: unknown): boolean {
  return findOpening(schema) === undefined;
}

/** The first place, from the outside in, where a schema allows other properties or does not require one. */
export function findOpening(
  schema: unknown,
  context: Opening["context"] = [],
): Opening | undefined {
  if (Array.isArray(schema)) {
    return findFirst([...schema.entries()], ([index, item]) =>
      findOpening(item, [...context, String(index)]),
    );
  }
  if (!isObject(schema)) return undefined;
  return (
    findOwnOpening(schema, context) ??
    findFirst(inner, (keyword) => findOpening(schema[keyword], [...context, keyword])) ??
    findFirst(named, (keyword) =>
      findFirst(Object.entries(Object(schema[keyword])), ([name, value]) =>
        findOpening(value, [...context, keyword, name]),
      ),
    )
  );
}

function findOwnOpening(
  { type, properties, required, additionalProperties }: JsonObject,
  context: Opening["context"],
): Opening | undefined {
  const isOfObjects = type === "object" || (Array.isArray(type) && type.includes("object"));
  if (!isOfObjects && !isObject(properties)) return undefined;
  if (additionalProperties !== false) return { context };
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = isObject(properties) ? Object.keys(properties) : [];
  const optional = names.find((name) => !needed.has(name));
  return optional === undefined ? undefined : { context, optional };
}

function findFirst<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
