import type { Check } from "../../check.js";
import { equal, holds, isJson, type Json } from "../../expect.js";
import type { Probe } from "../../probing/probe.js";
import { longTask, repeating, saying } from "../asking/bodies.js";
import { stream, streamOrSkip } from "../asking/chunks.js";
import { completeOrSkip } from "../asking/completion.js";
import { defineChecks } from "../define-checks.js";

const limit = 16;
const strange = "Grüße 👩‍👩‍👧 日本語 ¿qué? 🚀🚀🚀";

/** What streams say. */
export const streamChecks: readonly Check[] = defineChecks("Streams", [
  [
    "C054a",
    "With include_obfuscation false no chunk has an obfuscation key.",
    async (probe) => {
      const { chunks } = await stream(probe, { stream_options: { include_obfuscation: false } });
      const found = chunks.find((chunk) => Object.hasOwn(chunk, "obfuscation"));
      holds(found === undefined, "a chunk has an obfuscation key", found);
    },
  ],
  ["C054b", "Obfuscation, if it is on, pads each chunk to a multiple of 16 characters.", padded],
  ["C055", "The joined deltas equal the content of the same request without streaming.", sameText],
  ["C060", "With n of 2 the roles come in index order, each choice finishes once.", twoChoices],
  [
    "C061",
    "A stream cut by its limit ends with finish_reason length.",
    async (probe) => {
      const body = saying(longTask, { max_completion_tokens: limit });
      const { finishes, content } = await streamOrSkip(probe, body, "A limit");
      const words = content.split(/\s+/).length;
      if (finishes[0] === "stop" && words < limit) probe.skip("the model said too little");
      equal(finishes, ["length"], "the finish reasons");
    },
  ],
  [
    "C072",
    "Characters of several bytes stay intact in a stream.",
    async (probe) => {
      const { content } = await stream(probe, saying(repeating(strange)));
      holds(!/\ufffd|Ã|ð/.test(content), "characters were lost or doubly encoded", content);
      if (!content.includes(strange)) probe.skip("the model did not repeat the line");
    },
  ],
]);

/** The padding is counted on the chunk as it was sent, without its own key. */
async function padded(probe: Probe): Promise<void> {
  const { answer } = await stream(probe);
  const chunks = answer.events.filter(({ json }) => json !== undefined);
  if (!chunks.some(({ json }) => json?.obfuscation !== undefined)) {
    probe.skip("the server sends no obfuscation");
  }
  for (const { data } of chunks) {
    const [member = "", padding = ""] = /,\s*"obfuscation":\s*"([^"]*)"/.exec(data) ?? [];
    equal((data.length - member.length + padding.length) % 16, 0, `the rest by 16 of ${data}`);
  }
}

async function sameText(probe: Probe): Promise<void> {
  const body = saying("Say hello.", { temperature: 0, seed: 7 });
  const one = await completeOrSkip(probe, body, "a temperature of 0 with a seed");
  const other = await completeOrSkip(probe, body, "a temperature of 0 with a seed");
  if (one.content !== other.content) probe.skip("the model says something else each time");
  equal((await stream(probe, body)).content, one.content, "the joined deltas");
}

async function twoChoices(probe: Probe): Promise<void> {
  const body = saying("Say hello.", { n: 2, stream_options: { include_usage: true } });
  const { chunks, choices } = await streamOrSkip(probe, body, "n of 2");
  const roles = choices.filter(({ delta }) => isJson(delta, "delta").role !== undefined);
  const ends = choices.filter((choice) => (choice.finish_reason ?? null) !== null);
  equal(roles.map(indexOf), [0, 1], "the indexes of the role chunks");
  equal(ends.map(indexOf).sort(), [0, 1], "the indexes of the finish chunks");
  equal(chunks.filter(({ usage }) => Boolean(usage)).length, 1, "the chunks with usage");
}

function indexOf(choice: Json): unknown {
  return choice.index;
}
