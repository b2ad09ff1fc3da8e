import type { JsonObject } from "../../../conversation/conversation.js";
import { isObject } from "../../../json/value.js";

/**
 * Why no reply can be held to a schema for its references, if so: they must lead into the schema
 * itself, and never back to where they stand.
 */
export function findReferenceProblem(root: JsonObject): string | undefined {
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const visit = (value: unknown): string | undefined => {
    if (typeof value !== "object" || value === null || done.has(value)) return undefined;
    if (open.has(value))
      return "The model behind this endpoint takes no schema of a reply that contains itself.";
    open.add(value);
    const target = Array.isArray(value) ? undefined : resolve(root, (value as JsonObject).$ref);
    const problem =
      target === null
        ? "The model behind this endpoint takes no schema of a reply that refers to something outside of it."
        : first([...Object.values(value), target], visit);
    open.delete(value);
    done.add(value);
    return problem;
  };
  return visit(root);
}

function first(
  values: readonly unknown[],
  visit: (value: unknown) => string | undefined,
): string | undefined {
  for (const value of values) {
    const problem = visit(value);
    if (problem) return problem;
  }
  return undefined;
}

/** What a reference means: `undefined` for none, `null` for one that leads nowhere. */
function resolve(root: JsonObject, reference: unknown): unknown {
  if (typeof reference !== "string") return undefined;
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return null;
  let value: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
  }
  return value;
}
