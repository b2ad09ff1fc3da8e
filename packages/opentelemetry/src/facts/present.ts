import type { Attributes } from "@opentelemetry/api";

/** The attributes that have a value: an exporter would show the others as text. */
export function present(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
