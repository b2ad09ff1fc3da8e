import type { JsonObject } from "../../../src/index.js";

/** The name of the format. */
export const formatName = "local-chat";

/** One message of a request, and that of a reply. */
export interface LocalMessage {
  readonly role: string;
  readonly content?: string | undefined;
  readonly thinking?: string | undefined;
  /** Base64. */
  readonly images?: readonly string[] | undefined;
  /** Calls have no ids; their results follow in the same order. */
  readonly tool_calls?: readonly LocalCall[] | undefined;
  readonly tool_name?: string | undefined;
}

/** A call with its arguments as an object. */
export interface LocalCall {
  readonly function: { readonly name: string; readonly arguments: JsonObject };
}

/** The body of a request. */
export interface LocalRequest extends JsonObject {
  readonly model: string;
  readonly messages: readonly LocalMessage[];
  readonly stream?: boolean | undefined;
  readonly options?: JsonObject | undefined;
  readonly tools?: readonly JsonObject[] | undefined;
  readonly think?: boolean | undefined;
  readonly format?: "json" | JsonObject | undefined;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object that a JSON text holds, or `undefined`. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
