import type { Fake } from "../../src/index.js";

/** The endpoints, by their formats. */
export const paths = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
} as const;

export type Format = keyof typeof paths;
export const formats: readonly Format[] = ["messages", "chat-completions"];

const headers: Readonly<Record<Format, Readonly<Record<string, string>>>> = {
  messages: { "x-api-key": "sk-test-1234", "anthropic-version": "2023-06-01" },
  "chat-completions": { authorization: "Bearer sk-test-1234" },
};
const base: Readonly<Record<Format, object>> = {
  messages: { model: "some-model", max_tokens: 1000 },
  "chat-completions": { model: "some-model" },
};

/** Members of a body, and what else `fetch` takes. */
export interface Ask {
  readonly text?: string;
  readonly body?: object;
  readonly init?: RequestInit;
  readonly url?: string;
}

/** Asks a fake one thing in a format. */
export function ask(
  fake: Pick<Fake, "fetch">,
  format: Format,
  { text = "Hello", body = {}, init = {}, url = `https://api.example${paths[format]}` }: Ask = {},
): Promise<Response> {
  return fake.fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers[format] },
    body: JSON.stringify({ ...base[format], messages: [{ role: "user", content: text }], ...body }),
    ...init,
  });
}

/** The text that an answer says. */
export async function say(
  fake: Pick<Fake, "fetch">,
  format: Format,
  options?: Ask,
): Promise<string> {
  const body = await (await ask(fake, format, options)).json();
  return format === "messages"
    ? (body.content ?? []).map(({ text = "" }) => text).join("")
    : (body.choices?.[0].message.content ?? "");
}
