import { isObject, type JsonObject } from "../../../json/value.js";

/**
 * The problem with a schema's references, if there is one: they must point into the schema itself,
 * and must not be recursive.
 */
export function findReferenceProblem(root: JsonObject): string | undefined {
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const visit = (value: unknown): string | undefined => {
    if (typeof value !== "object" || value === null || done.has(value)) return undefined;
    if (open.has(value))
      return "The model behind this endpoint does not accept a recursive schema for a reply.";
    open.add(value);
    const target = Array.isArray(value) ? undefined : resolve(root, (value as JsonObject).$ref);
    const problem =
      target === null
        ? "The model behind this endpoint does not accept a schema for a reply with references to anything outside of it."
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

/**
 * The target of a reference: `undefined` without a reference, `null` if the target does not exist.
 */
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
