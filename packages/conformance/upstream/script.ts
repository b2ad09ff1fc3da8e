/** One part of a reply, in the pieces in which a stream sends it. */
export type ScriptPart =
  | { readonly type: "text"; readonly pieces: readonly string[] }
  | {
      readonly type: "thinking";
      readonly pieces: readonly string[];
      /** Only Messages, and vendors that copy it, have a place for it. */
      readonly signature: string | undefined;
    }
  | { readonly type: "redacted"; readonly data: string }
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      /** Fragments of the JSON text of the arguments. */
      readonly pieces: readonly string[];
    };

/** Why a reply ends, in neutral words. */
export type ScriptStop = "end" | "length" | "tools" | "stop_sequence" | "refusal";

/** Tokens of a reply. The kinds do not overlap, except that `reasoning` is a part of `output`. */
export interface ScriptUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** What an upstream says, before any format has written it. */
export interface Script {
  readonly parts: readonly ScriptPart[];
  /** Default: `tools` after a tool call, else `end`. */
  readonly stop?: ScriptStop | undefined;
  readonly stopSequence?: string | undefined;
  /** `undefined` leaves usage out, as some servers do. */
  readonly usage: ScriptUsage | undefined;
  /** The part of the id that follows the format's prefix. */
  readonly id?: string | undefined;
  /** The model's name. @default "upstream-model" */
  readonly model?: string | undefined;
}

/** Text in the given pieces. */
export function text(...pieces: readonly string[]): ScriptPart {
  return { type: "text", pieces };
}

/** Reasoning in the given pieces. */
export function thinking(pieces: readonly string[], signature?: string): ScriptPart {
  return { type: "thinking", pieces, signature };
}

/** Reasoning that only its vendor can read. */
export function redacted(data: string): ScriptPart {
  return { type: "redacted", data };
}

/** A tool call whose arguments come in the given fragments. */
export function toolCall(id: string, name: string, ...pieces: readonly string[]): ScriptPart {
  return { type: "tool_call", id, name, pieces };
}

/** A script of the given parts, with a usage of 11 tokens in and 7 out. */
export function script(parts: readonly ScriptPart[], more: Partial<Script> = {}): Script {
  return { parts, usage: { input: 11, output: 7 }, ...more };
}

/** The shortest useful script. */
export const hello: Script = script([text("Hel", "lo")]);

/** Why the script ends. */
export function stopOf({ stop, parts }: Script): ScriptStop {
  return stop ?? (parts.at(-1)?.type === "tool_call" ? "tools" : "end");
}

/** The name of the model that a script without one speaks for. */
export const defaultModel = "upstream-model";

/** The part of an id that follows the format's prefix, for a script without one. */
export const defaultId = "0123456789abcdef";
