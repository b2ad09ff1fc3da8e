import type { JsonObject } from "../../json/value.js";
import type { CacheControl } from "../conversation.js";
import type { ServerToolFormat } from "../server-tools.js";

/** What happens to a field, a block or a value when it is translated into another format. */
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

/** What happens in one case. The code applies the rule, and the documentation prints it. */
export interface Rule {
  readonly outcome: Outcome;
  /** What happens instead of a refusal if the service sets the field to `warn`. Absent: it is always refused. */
  readonly whenWarned?: "approximated" | "dropped" | undefined;
  /** The place in the target's wire format, in its words; absent if there is none. */
  readonly to?: string | undefined;
  /** One sentence that says why or how. It appears in receipts, errors and the documentation. */
  readonly reason: string;
  /** More about a refusal, for clients that act on it. Sent with the error. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Rules, each under the name of its case. */
export type Rules = Readonly<Record<string, Rule>>;

/** A field of a wire format, and either its neutral field or the rules for what happens without one. */
export interface FieldRow {
  /** Member names joined by dots, without indexes: `tools.strict`, `messages.content.text`. */
  readonly field: string;
  /**
   * Its neutral field, such as `temperature` or `block.text`; the target format decides what
   * happens to that.
   */
  readonly neutralField?: string | undefined;
  /** The rules of a field that only this format knows. The first rule covers values that have no specific one. */
  readonly native?: readonly Rule[] | undefined;
}

/** The rules of a format for what only it knows. All other formats apply them. */
export interface NativeRules {
  /** The rule of a member without a neutral field. `field` is joined by dots, without indexes. */
  member(field: string, value: unknown): Rule;
  /** The rule of a native block, its text if it can be shown as text, and its cache control. */
  block(value: JsonObject): {
    readonly rule: Rule;
    readonly text?: string | undefined;
    readonly cache?: CacheControl | undefined;
  };
  /** The rule of a native tool. */
  tool(value: JsonObject): Rule;
  /** The rule of a native tool choice. */
  toolChoice(value: JsonObject): Rule;
  /** How the format speaks of tools that a service can run in its vendor's place. @default not at all */
  readonly serverTools?: ServerToolFormat | undefined;
}

/** Rows by their field. */
export function indexRows(rows: readonly FieldRow[]): ReadonlyMap<string, FieldRow> {
  return new Map(rows.map((row) => [row.field, row]));
}
