import type { Refusal, Rule } from "@diglot/testing/rules";

/** Rules whose message names a member in words instead of by its path. */
const namedInWords: Readonly<Record<string, string>> = {
  "chat-completions/model-required": "model",
  "chat-completions/model-string": "model",
};

/** The member that a rule's refusal names, as a path such as `tools.0.name` of the refused body. */
export function placeOf({ id, profile, refusal }: Rule, body: unknown): string | undefined {
  const named = namedInWords[id] ?? (profile === "messages" ? pathIn(refusal) : refusal.param);
  const steps = named?.split(/[.[\]]+/).filter((step) => step !== "") ?? [];
  const path = profile === "messages" ? withoutTags(steps, body) : steps;
  return named == null ? undefined : path.join(".");
}

/** The path at the beginning of a message, such as `tools.0.custom.name: Field required`. */
function pathIn({ message }: Refusal): string | undefined {
  const text =
    typeof message === "string"
      ? message
      : message.source.startsWith("^")
        ? message.source.slice(1).replaceAll("\\", "")
        : "";
  return /^([a-z_]+(?:\.[\w-]+)*)(?::|$)/.exec(text)?.[1];
}

/** Messages paths name the type of a tagged object after it, once; `custom` is that of a tool without one. */
function withoutTags(steps: readonly string[], body: unknown): readonly string[] {
  const path: string[] = [];
  let tagged: unknown;
  for (const step of steps) {
    const value = valueAt(body, path);
    if (value !== tagged && path.length > 0 && step === tagOf(value)) tagged = value;
    else path.push(step);
  }
  return path;
}

function tagOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return "type" in value ? value.type : "custom";
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce((value: unknown, step) => Object(value)[step], body);
}

/**
 * Whether the compiler's place is the rule's, or around it where the compiler stops at a union. Of an
 * object with a tag it points at any member, since another member of the union may be the nearest;
 * of a body that lacks a member, at the whole.
 */
export function isSamePlace(compiled: string, place: string, body: unknown): boolean {
  if (compiled === "") return !place.includes(".") && !(place in Object(body));
  const holder = compiled.split(".").slice(0, -1);
  const value = valueAt(body, holder);
  const isTagged = holder.length > 0 && Object(value).type !== undefined;
  const around = isTagged ? holder.join(".") : compiled;
  return isWithin(place, around) || isWithin(around, place);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}
