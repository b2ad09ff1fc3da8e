import type { CacheControl, JsonObject } from "./conversation.js";

/** What becomes of a field, a block or a value on its way into another format. */
export type Outcome =
  /** Carried as it is. */
  | "exact"
  /** Carried in another shape; nothing is lost. */
  | "reshaped"
  /** The value says what happens anyway, or is served here. */
  | "no_op"
  /** The meaning is kept roughly. */
  | "approximated"
  /** Left out. */
  | "dropped"
  /** The request is refused before any model is called. */
  | "refused";

/** What becomes of something in one case: the code applies it, and the documentation prints it. */
export interface Rule {
  readonly outcome: Outcome;
  /** What happens instead of a refusal where the caller's service set the field to `warn`; absent: nothing can. */
  readonly whenWarned?: "approximated" | "dropped" | undefined;
  /** The place in the target's wire, in its words; absent where it has none. */
  readonly to?: string | undefined;
  /** One sentence that says why or how; part of receipts, errors and the documentation. */
  readonly reason: string;
  /** More about a refusal, for clients that act on it; goes with the error. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Rules, each under the name of its case. */
export type Rules = Readonly<Record<string, Rule>>;

/** A field of a format's wire, and its place in conversations and their events, or what becomes of it without one. */
export interface FieldRow {
  /** Names joined by dots, without indexes: `tools.strict`, `messages.content.text`. */
  readonly field: string;
  /** Its place, such as `temperature` or `block.text`; what becomes of it there is for the target to say. */
  readonly neutralField?: string | undefined;
  /** The rules of a field that only this format knows; the first is the one for values without a rule of their own. */
  readonly native?: readonly Rule[] | undefined;
}

/** What a format says to all others about the things that only it knows. */
export interface NativeRules {
  /** The rule of a member without a neutral field. `field` is joined by dots, without indexes. */
  member(field: string, value: unknown): Rule;
  /** The rule of a native block, its text where it can be told as text, and its mark for the prompt cache. */
  block(value: JsonObject): {
    readonly rule: Rule;
    readonly text?: string | undefined;
    readonly cache?: CacheControl | undefined;
  };
  /** The rule of a native tool. */
  tool(value: JsonObject): Rule;
  /** The rule of a native tool choice. */
  toolChoice(value: JsonObject): Rule;
}

/** Rows by their field. */
export function indexRows(rows: readonly FieldRow[]): ReadonlyMap<string, FieldRow> {
  return new Map(rows.map((row) => [row.field, row]));
}
