import type * as z from "zod/mini";

/** The type that a schema describes. What came over the wire is not changed, at any depth. */
export type Inferred<S extends z.core.$ZodType> = ReadOnly<z.output<S>>;

type ReadOnly<T> = T extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadOnly<T[Name]> }
    : T;
