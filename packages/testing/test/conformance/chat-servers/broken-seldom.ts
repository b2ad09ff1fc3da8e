import type { BrokenServer } from "./broken-server.js";
import { answering, inChoices, inChunks, inFragments, inStream, refusing } from "./spoil.js";

const bare = { detail: "No." };

/** Servers whose defect shows on some paths, in some refusals or in some streams only. */
export const brokenSeldom: readonly BrokenServer[] = [
  [
    "finds ids with a slash only if they are not encoded",
    "C109",
    () => refusing(({ path }) => path === "/v1/models/house%2Fecho", 404),
  ],
  [
    "shows another model than its list",
    "C108b C109",
    () =>
      answering((sent, { path }) =>
        path.startsWith("/v1/models/")
          ? { ...sent, text: sent.text.replace(/"created":\d+/, '"created":1') }
          : sent,
      ),
  ],
  ["fails on OPTIONS", "C119b", () => refusing(({ method }) => method === "OPTIONS", 500)],
  [
    "refuses a wrong method with a bare detail",
    "C104a",
    () =>
      answering((sent) => (sent.status === 405 ? { ...sent, text: JSON.stringify(bare) } : sent)),
  ],
  [
    "refuses HTTP Basic without an error",
    "C118",
    () => refusing(({ headers }) => /^Basic/.test(headers.get("authorization") ?? ""), 401, {}),
  ],
  [
    "refuses unknown files with a bare detail",
    "C012b",
    () => refusing(({ text }) => /does-not-exist/.test(text ?? ""), 400, bare),
  ],
  [
    "refuses lone surrogates with a bare detail",
    "C030b",
    () => refusing(({ text }) => /\\ud83d/.test(text ?? ""), 400, bare),
  ],
  ["begins streams as the user", "C051a", () => inChoices(({ delta }) => (delta.role &&= "user"))],
  [
    "sends later fragments of a call without arguments",
    "C056a C056b",
    () =>
      inFragments((fragment) => {
        if (!fragment.id) delete fragment.function.arguments;
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
