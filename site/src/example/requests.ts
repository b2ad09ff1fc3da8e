/** One question in one of the formats. */
export interface FormatRequest {
  /** The name of the format, as people write it. */
  readonly format: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const question = "How many blue mugs are left?";
const json = { "content-type": "application/json" };
const turns = [{ role: "user", content: question }];

/** The same question in all formats, each answered with a stream. */
export const requests: readonly FormatRequest[] = [
  {
    format: "Messages",
    path: "/v1/messages",
    headers: { ...json, "anthropic-version": "2023-06-01" },
    body: { model: "shop", max_tokens: 100, stream: true, messages: turns },
  },
  {
    format: "Chat Completions",
    path: "/v1/chat/completions",
    headers: json,
    body: { model: "shop", stream: true, messages: turns },
  },
  {
    format: "Responses",
    path: "/v1/responses",
    headers: json,
    body: { model: "shop", stream: true, input: question },
  },
];
