import type { BrokenServer } from "./broken-server.js";
import type { Json, Server } from "./server.js";
import { answering, inJson } from "./spoil.js";

/** The checks of refusals that look at all members of the error. */
const refusals =
  "C009b C017c C023 C026 C028 C041 C042 C044 C045 C047 C073 C074 C081 C082 C083 C084 C085 C086 C087 C088a C088b C089 C090";

/** Servers whose errors have a defect. */
export const brokenErrors: readonly BrokenServer[] = [
  ["errs without param", "C105a C083", () => inJson(withoutParam, 400)],
  ["errs with a bare detail", "C105a C083", () => inJson(() => ({ detail: "No." }), 400)],
  [
    "errs with another param",
    `${refusals} C046 C079 C091a C091b C091c`,
    () => inError({ param: "metadata.x" }),
  ],
  ["errs with another code", `${refusals} C079`, () => inError({ code: "bad_request" })],
  [
    "errs with another type",
    `${refusals} C046 C079 C080`,
    () => inError({ type: "BadRequestError" }),
  ],
  [
    "errs without a word of the reason",
    `${refusals} C046 C079`,
    () => inError({ message: "Bad request." }),
  ],
  ["errs with an empty type", "C105a C083", () => inError({ type: "" })],
  ["errs with an empty message", "C105a C083", () => inError({ message: "" })],
  ["errs with a list as param", "C105a C083", () => inError({ param: ["a"] })],
  [
    "errs with another param where a key is missing",
    "C093 C094",
    () => inError({ param: "key" }, 401),
  ],
  ["errs without param where a model is unknown", "C092 C105a", () => inJson(withoutParam, 404)],
  [
    "errs with another code where a model is unknown",
    "C092 C108c",
    () => inError({ code: "NotFound" }, 404),
  ],
  [
    "errs with another code where a key is wrong",
    "C093 C094",
    () => inError({ code: "unauthorized" }, 401),
  ],
  [
    "errs with another status",
    "C083 C105a",
    () => answering((sent) => (sent.status === 400 ? { ...sent, status: 422 } : sent)),
  ],
  [
    "errs with numbers as codes",
    "C083 C105a",
    () => inJson((body) => ({ error: { ...(body.error as Json), code: 400 } }), 400),
  ],
  [
    "shows the whole key",
    "C094",
    () =>
      answering((sent) => ({
        ...sent,
        text: sent.text.replace(/sk-wrong\S+/, "sk-wrong-key-that-nobody-has-9876"),
      })),
  ],
];

function inError(change: Json, status = 400): Server {
  return inJson(({ error }) => ({ error: { ...(error as Json), ...change } }), status);
}

function withoutParam(body: Json): Json {
  const { param, ...error } = body.error as Json;
  return { error };
}
