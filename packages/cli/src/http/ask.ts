import { parseJson } from "../json/parse-json.js";
import { failureReason } from "./failure-reason.js";
import { readText } from "./read-text.js";

/** A request of the discovery. */
export interface Question {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What came of a request. */
export type Answer =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
      /** The body's JSON value; absent: it is not JSON. */
      readonly json?: unknown;
    }
  | { readonly outcome: "timeout" }
  | { readonly outcome: "failed"; readonly reason: string };

/** The largest lists of models have about one megabyte. */
const maxBytes = 16 * 1024 * 1024;

/** Sends a request. Redirects are not followed: another host must not get the key. Never rejects. */
export async function ask(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const init = { method, headers, redirect: "manual", signal } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const text = await readText(response, maxBytes);
    const contentType = response.headers.get("content-type") ?? "";
    const json = parseJson(text);
    return { outcome: "answered", status: response.status, contentType, text, json };
  } catch (error) {
    if (signal.aborted) return { outcome: "timeout" };
    return { outcome: "failed", reason: failureReason(error) };
  }
}
