import type { BrokenServer } from "./broken-server.js";
import type { Choice } from "./server.js";
import { inChoices, inChunks, inJson, inMessage, inStream, refusing } from "./spoil.js";

/** Servers whose defect shows in some answers only: in the second choice, in a failure, at a limit. */
export const brokenSeldom: readonly BrokenServer[] = [
  [
    "lacks content in the second of two choices",
    "C018",
    () =>
      inJson((body) => {
        const [, second] = (body.choices ?? []) as Choice[];
        if (second) delete second.message.content;
        return body;
      }),
  ],
  [
    "finds ids with a slash only if they are not encoded",
    "C109",
    () => refusing(({ path }) => path === "/v1/models/house%2Fecho", 404),
  ],
  ["fails on OPTIONS", "C119b", () => refusing(({ method }) => method === "OPTIONS", 500)],
  [
    "refuses HTTP Basic without an error",
    "C118",
    () => refusing(({ headers }) => /^Basic/.test(headers.get("authorization") ?? ""), 401, {}),
  ],
  [
    "refuses unknown files with a bare detail",
    "C012b",
    () => refusing(({ text }) => /does-not-exist/.test(text ?? ""), 400, { detail: "No." }),
  ],
  [
    "answers a schema with a text in place of a number",
    "C025a",
    () =>
      inMessage((message) => {
        message.content = String(message.content).replace(/("answer":\s*)(\d+)/, '$1"$2"');
      }),
  ],
  [
    "has null where its limit cut the text",
    "C016",
    () =>
      inMessage((message, choice) => {
        if (choice.finish_reason === "length") message.content = null;
      }),
  ],
  [
    "ends with calls where it makes none",
    "C035a",
    () =>
      inMessage((message, choice) => {
        if (!message.tool_calls) choice.finish_reason = "tool_calls";
      }),
  ],
  [
    "begins a second call within the first one",
    "C057",
    () =>
      inStream((text) => {
        const frames = text.split("\n\n");
        const second = frames.findIndex((frame) => /"tool_calls":\[\{"index":1/.test(frame));
        if (second > 0) frames.splice(second - 1, 0, ...frames.splice(second, 1));
        return frames.join("\n\n");
      }),
  ],
  [
    "streams a usage without counts",
    "C053a C053c",
    () => inChunks((chunk) => (chunk.usage ? { ...chunk, usage: {} } : chunk)),
  ],
  [
    "streams no text",
    "C051b",
    () =>
      inChoices(({ delta }) => {
        if (delta.content) delta.content = "";
      }),
  ],
  [
    "encodes the text of streams twice",
    "C072",
    () => inStream((text) => Buffer.from(text, "utf8").toString("latin1")),
  ],
];
