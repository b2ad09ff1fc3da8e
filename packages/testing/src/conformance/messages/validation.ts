import type { Check } from "../check.js";
import { at, equal, holds, isAnswer, isCount, isErrorOf, matches } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { marked, newVersion, talk, text } from "./asking/bodies.js";
import { askIfAble, check, refused } from "./define-checks.js";

const tooLong = 33 * 1024 * 1024;

/** Which bodies are refused, and which are not. */
export const validation: readonly Check[] = [
  refused("M014", "Validation", "A body that is not JSON", { text: "{" }, "JSON"),
  refused(
    "M015",
    "Validation",
    "Half a character, as a lone surrogate escape,",
    { body: talk(["user", "a\ud83d"]) },
    "JSON",
  ),
  check("M016", "Validation", "A body over 32 MB is answered 413.", async (probe) => {
    const answer = await probe.send({ body: talk(["user", "a".repeat(tooLong)]) });
    isErrorOf(answer, { status: 413, type: "request_too_large" });
  }),
  check("M017", "Validation", "An unknown model is answered 404 and named.", async (probe) => {
    const answer = await probe.send({ body: { model: "no-such-model-0" } });
    const names = "no-such-model-0";
    isErrorOf(answer, { status: 404, type: "not_found_error", names });
  }),
  missing("M019", "max_tokens"),
  missing("M020", "model"),
  missing("M021", "messages"),
  refused(
    "M022",
    "Validation",
    "A conversation of no turns",
    { body: { messages: [] } },
    "messages",
  ),
  refused(
    "M023",
    "Validation",
    "A message without content",
    { body: { messages: [{ role: "user" }] } },
    "content",
  ),
  refused("M024", "Validation", "An unknown field", { body: { brand_new: 1 } }, "brand_new"),
  gone("M025", "temperature", 1),
  check("M026", "Validation", "Version 2023-06-01 takes a temperature.", async (probe) => {
    await askIfAble(probe, { body: { temperature: 0.5 } }, /temperature/);
  }),
  refused(
    "M027",
    "Validation",
    "A temperature of 1.5",
    { body: { temperature: 1.5 } },
    "temperature",
  ),
  gone("M028a", "top_k", 5),
  gone("M028b", "top_p", 1),
  check("M029", "Validation", "A limit above the cap of the model is refused.", limitAboveCap),
  check("M030a", "Validation", "A limit of 0 gives an empty answer.", async (probe) => {
    const message = isAnswer(await probe.send({ body: { max_tokens: 0 } }));
    equal(message.content, [], "content");
    equal(message.stop_reason, "max_tokens", "stop_reason");
    isCount(at(message, "usage", "input_tokens"), "usage.input_tokens");
    equal(at(message, "usage", "output_tokens"), 0, "usage.output_tokens");
  }),
  refused(
    "M030b",
    "Validation",
    "A stream with a limit of 0",
    { body: { max_tokens: 0, stream: true } },
    ["max_tokens", "stream"],
  ),
  blankStop("M031a", false),
  blankStop("M031b", true),
  refused(
    "M037a",
    "Validation",
    "A fifth block with cache control",
    { body: marked(5) },
    "cache_control",
  ),
  refused(
    "M037b",
    "Validation",
    "Cache control of the whole request beside four blocks with cache control",
    { body: { ...marked(4), cache_control: { type: "ephemeral" } } },
    "cache_control",
  ),
  refused(
    "M038",
    "Validation",
    "A scope in cache control",
    { body: { system: [text("a", { cache_control: { type: "ephemeral", scope: "global" } })] } },
    "scope",
  ),
];

function missing(id: string, field: string): Check {
  return refused(
    id,
    "Validation",
    `A body without ${field}`,
    { body: { [field]: undefined } },
    field,
  );
}

/** A field that the newer version no longer knows. */
function gone(id: string, field: string, value: number): Check {
  const request = { headers: newVersion, body: { [field]: value } };
  return refused(id, "Validation", `${field} under version 2026-10-21`, request, field);
}

function blankStop(id: string, stream: boolean): Check {
  const what = `A blank stop sequence${stream ? " of a stream" : ""}`;
  const body = { stop_sequences: ["\n"], stream };
  return refused(id, "Validation", what, { body }, ["stop_sequences", "whitespace"]);
}

async function limitAboveCap(probe: Probe): Promise<void> {
  const path = `/v1/models/${encodeURIComponent(probe.model)}`;
  const cap = (await probe.send({ method: "GET", path })).json?.max_tokens;
  const asked = typeof cap === "number" ? cap + 1 : 1_000_000_000;
  const answer = await probe.send({ body: { max_tokens: asked } });
  if (answer.status === 200 && typeof cap !== "number") probe.skip("the model has no cap");
  const error = isErrorOf(answer, { status: 400, names: "max_tokens" });
  const message = matches(error.message, new RegExp(String(asked)), "error.message");
  holds(message.includes(probe.model), "the message must name the model", message);
}
