import { key } from "@diglot/test-support/key";
import { endpoints } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import {
  chatCompletionsFormat,
  createUpstream,
  type Model,
  messagesFormat,
} from "../../src/index.js";
import { type fakeUpstream, frames, replies, streamOf } from "../upstream-of.js";
import { localChatFormat } from "./format.js";
import { localChatUpstreamFormat } from "./upstream.js";

/** Callers of all three formats. */
export const callers = {
  ...endpoints,
  "local-chat": {
    path: "/api/chat",
    headers: { authorization: `Bearer ${key}` },
    body: { model: "scripted", messages: [{ role: "user", content: "hi" }] },
  },
} as const;

/** A service of all three formats before a model. The third one is asked first. */
export function serviceBefore(model: Model) {
  return serviceOf(model, { formats: [localChatFormat, messagesFormat, chatCompletionsFormat] });
}

/** A request of one of the formats, streamed or not. */
export function askAs(
  caller: keyof typeof callers,
  change: Record<string, unknown>,
  headers: Record<string, string> = callers[caller].headers,
): readonly [string, RequestInit] {
  const { path, body } = callers[caller];
  return [
    path,
    {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ ...body, ...change }),
    },
  ];
}

/** The objects of a stream of lines. */
export function linesOf(text: string) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const line = (value: object) =>
  `${JSON.stringify({ model: "real-model", created_at: "2026-01-01T00:00:00Z", ...value })}\n`;
const counts = { done: true, done_reason: "stop", prompt_eval_count: 11, eval_count: 3 };

/** The same words as those of the other formats' replies. */
export const localFrames = [
  line({ message: { role: "assistant", content: "Hel" }, done: false }),
  line({ message: { role: "assistant", content: "lo." }, done: false }),
  line({ message: { role: "assistant", content: "" }, ...counts }),
];
export const localReply = {
  model: "real-model",
  created_at: "2026-01-01T00:00:00Z",
  message: { role: "assistant", content: "Hello." },
  ...counts,
};

/** An answer of lines. */
export function linesAnswer(lines: readonly string[]): Response {
  return new Response(lines.join(""), { headers: { "content-type": "application/x-ndjson" } });
}

/** A model behind an upstream of the third format. */
export const localUpstream = (options: Parameters<typeof createUpstream>[1]) =>
  createUpstream(localChatUpstreamFormat, options);

/** Answers as an upstream of a format does, in the form that is asked for. */
export function answerOf(upstream: keyof typeof callers): Parameters<typeof fakeUpstream>[0] {
  if (upstream === "local-chat") {
    return ({ body }) =>
      body.stream !== false ? linesAnswer(localFrames) : Response.json(localReply);
  }
  return ({ body }) =>
    body.stream === true ? streamOf(frames[upstream]) : Response.json(replies[upstream]);
}
