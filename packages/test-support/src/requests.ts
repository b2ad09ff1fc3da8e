import { key } from "./key.js";

/** The two formats, with what a test needs to write requests of them. */
export const endpoints = {
  messages: {
    path: "/v1/messages",
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    body: { model: "scripted", max_tokens: 1000, messages: [{ role: "user", content: "hi" }] },
  },
  "chat-completions": {
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${key}` },
    body: { model: "scripted", messages: [{ role: "user", content: "hi" }] },
  },
} as const;

/** The name of a wire format. */
export type FormatName = keyof typeof endpoints;
/** The names of both formats. */
export const formatNames = Object.keys(endpoints) as readonly FormatName[];

/** The headers of a JSON request in one of the formats, with a key. */
export function headersOf(format: FormatName, secret = key): Readonly<Record<string, string>> {
  const credential =
    format === "messages"
      ? { "x-api-key": secret, "anthropic-version": "2023-06-01" }
      : { authorization: `Bearer ${secret}` };
  return { "content-type": "application/json", ...credential };
}

/** A request in one of the formats, as `service.request` and `fetch` take it. */
export type RequestArguments = readonly [path: string, init: RequestInit];

/** A request in one of the formats. `change` is merged into the body. */
export function requestOf(
  format: FormatName,
  change: object = {},
  init: RequestInit = {},
): RequestArguments {
  const { path, body } = endpoints[format];
  return [
    path,
    {
      method: "POST",
      headers: headersOf(format),
      body: JSON.stringify({ ...body, ...change }),
      ...init,
    },
  ];
}
