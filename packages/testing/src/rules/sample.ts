import type { ProfileName, SampleRequest } from "./rule.js";

interface Smallest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const json = { "content-type": "application/json" };

/** The smallest valid request of each profile. */
const smallest: Readonly<Record<ProfileName, Smallest>> = {
  messages: {
    path: "/v1/messages",
    headers: { ...json, "x-api-key": "sk-sample", "anthropic-version": "2023-06-01" },
    body: {
      model: "any-model",
      max_tokens: 1024,
      messages: [{ role: "user", content: "Hello" }],
    },
  },
  chatCompletions: {
    path: "/v1/chat/completions",
    headers: { ...json, authorization: "Bearer sk-sample" },
    body: { model: "any-model", messages: [{ role: "user", content: "Hello" }] },
  },
  responses: {
    path: "/v1/responses",
    headers: { ...json, authorization: "Bearer sk-sample" },
    body: { model: "any-model", input: "Hello" },
  },
};

/** A sample as a request to a service of any address. */
export function toRequest(profile: ProfileName, sample: SampleRequest): Request {
  const base = smallest[profile];
  const method = sample.method ?? "POST";
  const headers = new Headers(base.headers);
  for (const [name, value] of Object.entries(sample.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const body = sample.text ?? JSON.stringify({ ...base.body, ...sample.body });
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(sample.path ?? base.path, "http://localhost"), {
    method,
    headers,
    ...(hasBody && { body }),
  });
}
