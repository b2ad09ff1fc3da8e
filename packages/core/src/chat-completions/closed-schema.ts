import type { JsonObject } from "../conversation/conversation.js";
import { isObject } from "../json/value.js";

/** Keywords whose value is a schema, or a list of them. */
const inner = ["items", "prefixItems", "anyOf", "oneOf", "allOf", "not", "if", "then", "else"];
/** Keywords whose value has schemas under names of the caller's own. */
const named = ["properties", "$defs", "definitions"];

/** Whether a schema and all those in it require every property and allow no others. */
export function isClosed(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isClosed);
  if (!isObject(schema)) return true;
  return (
    isClosedItself(schema) &&
    inner.every((keyword) => isClosed(schema[keyword])) &&
    named.every((keyword) => Object.values(Object(schema[keyword])).every(isClosed))
  );
}

function isClosedItself({ type, properties, required, additionalProperties }: JsonObject): boolean {
  const isOfObjects = type === "object" || (Array.isArray(type) && type.includes("object"));
  if (!isOfObjects && !isObject(properties)) return true;
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = isObject(properties) ? Object.keys(properties) : [];
  return additionalProperties === false && names.every((name) => needed.has(name));
}
