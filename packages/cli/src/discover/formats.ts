import type { UpstreamFormatName } from "../config/upstream-formats.js";
import type { Question } from "../http/ask.js";

/** How a key is sent. */
export type Credential = "x-api-key" | "api-key" | "bearer";

/** How a format is asked. */
export interface AskedFormat {
  readonly name: UpstreamFormatName;
  readonly path: string;
  /** Absent: its clients get the list of Chat Completions. */
  readonly modelsPath?: string;
  /** How its servers take a key; some servers of Messages only take a bearer token. */
  readonly credentials: readonly [Credential, ...Credential[]];
  readonly wireHeaders: Readonly<Record<string, string>>;
  /** Whether a value is a reply of this format. */
  isReply(value: Readonly<Record<string, unknown>>): boolean;
}

const messages: AskedFormat = {
  name: "messages",
  path: "/messages",
  modelsPath: "/models?limit=1000",
  credentials: ["x-api-key", "bearer"],
  wireHeaders: { "anthropic-version": "2023-06-01" },
  isReply: ({ type, content }) => type === "message" && Array.isArray(content),
};

const chatCompletions: AskedFormat = {
  name: "chat-completions",
  path: "/chat/completions",
  modelsPath: "/models",
  credentials: ["bearer"],
  wireHeaders: {},
  isReply: ({ choices }) => Array.isArray(choices),
};

const responses: AskedFormat = {
  name: "responses",
  path: "/responses",
  credentials: ["bearer"],
  wireHeaders: {},
  isReply: ({ object, output }) => object === "response" && Array.isArray(output),
};

/** The formats by name. */
export const formats: Readonly<Record<UpstreamFormatName, AskedFormat>> = {
  messages,
  responses,
  "chat-completions": chatCompletions,
};

/** The headers of every request in a format. */
export function toHeaders(
  format: AskedFormat,
  apiKey: string | undefined,
  credential: Credential = format.credentials[0],
): Readonly<Record<string, string>> {
  const wire = { accept: "application/json", ...format.wireHeaders };
  if (apiKey === undefined) return wire;
  return credential === "bearer"
    ? { ...wire, authorization: `Bearer ${apiKey}` }
    : { ...wire, [credential]: apiKey };
}

/** A request whose body every server refuses, so that no model runs and nothing is charged. */
export function invalidRequest(url: string, headers: Readonly<Record<string, string>>): Question {
  return {
    method: "POST",
    url,
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  };
}
