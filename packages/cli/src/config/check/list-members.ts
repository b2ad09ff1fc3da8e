import { z } from "zod";

type Schema = z.core.$ZodType;

/** The names of the members that a schema knows at a path; none if no object stands there. */
export function listMembers(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  const found = path.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((one) => enter(one, step)),
    [schema],
  );
  const objects = found.flatMap(expand).filter((one) => one instanceof z.ZodObject);
  return [...new Set(objects.flatMap((one) => Object.keys(one.shape)))];
}

/** What stands at a step below a schema. */
function enter(schema: Schema, step: PropertyKey): readonly Schema[] {
  return expand(schema).flatMap((one) => {
    if (one instanceof z.ZodArray) return [one.element];
    if (one instanceof z.ZodRecord) return [one.valueType];
    if (!(one instanceof z.ZodObject)) return [];
    const member: Schema | undefined = one.shape[String(step)];
    return member ? [member] : [];
  });
}

/** A schema without what makes it optional, and each of several that stand for one. */
function expand(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodOptional) return expand(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(expand);
  return [schema];
}
