import { textOf } from "@diglot/test-support/answers";
import { endpoints, type FormatName, headersOf, requestOf } from "@diglot/test-support/requests";
import type { Fake } from "../../src/index.js";

/** The endpoints, by their formats. */
export const paths = {
  messages: endpoints.messages.path,
  "chat-completions": endpoints["chat-completions"].path,
} as const;

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
  format: FormatName,
  { text = "Hello", body = {}, init = {}, url = `https://api.example${paths[format]}` }: Ask = {},
): Promise<Response> {
  const change = { model: "some-model", messages: [{ role: "user", content: text }], ...body };
  const headers = headersOf(format, "sk-test-1234");
  return fake.fetch(url, requestOf(format, change, { headers, ...init })[1]);
}

/** The text that an answer says. */
export async function say(
  fake: Pick<Fake, "fetch">,
  format: FormatName,
  options?: Ask,
): Promise<string> {
  return textOf(format, await (await ask(fake, format, options)).json());
}
