import type { Model, PriceList } from "@diglot/core";
import type { z } from "zod";

/** The type that a schema describes. Nothing of it is changed, at any depth. */
export type Inferred<S extends z.ZodType> = ReadOnly<z.output<S>>;

type ReadOnly<T> = T extends OfCore
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ReadOnly<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: ReadOnly<T[Name]> }
      : T;

/** Types that keep their names. */
type OfCore = Model | PriceList;
