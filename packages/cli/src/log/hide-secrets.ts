import type { Reporter } from "@diglot/core";
import { createRedactor } from "@diglot/core/redaction";
import type { Line } from "./to-line.js";

/** Takes secrets out of lines. */
export interface LineRedactor {
  /** The line without secrets in the texts that others have written. */
  line(line: Line): Line;
  /** Learns the secrets of a service. */
  readonly learn: NonNullable<Reporter["secrets"]>;
}

/** Causes, and members in members, that are followed; a chain may be a circle. */
const deepest = 8;

/** What callers, upstreams, models and drivers have written; all else of a line is the service's own. */
const foreign: ReadonlySet<string> = new Set(["err", "message", "requestedModel", "upstreamModel"]);

/** A redactor of what is shaped like a credential, and of what it learns. */
export function createLineRedactor(): LineRedactor {
  const redactor = createRedactor([]);
  const hide = (value: unknown, depth = deepest): unknown => {
    if (typeof value === "string") return redactor.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth === 0) return undefined;
    if (Array.isArray(value)) return value.map((item) => hide(item, depth - 1));
    return hideMembers(value, (member) => hide(member, depth - 1));
  };
  return {
    line: ({ facts, ...line }) => ({
      ...line,
      message: redactor.text(line.message),
      facts: Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [name, foreign.has(name) ? hide(fact) : fact]),
      ),
    }),
    learn: (search) => redactor.learn(search),
  };
}

/** An object of the same class with other members, those that are not listed included. */
function hideMembers(value: object, hide: (member: unknown) => unknown): object {
  const hidden: object = Object.create(Object.getPrototypeOf(value));
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    const member = hide(Reflect.get(value, name));
    const enumerable = descriptor.enumerable === true;
    Object.defineProperty(hidden, name, { enumerable, value: member, writable: true });
  }
  return hidden;
}
