import type { Check } from "../check.js";
import { equal, holds, isJson, isOneOf, type Json } from "../expect.js";
import type { Probe } from "../probe.js";
import { longTask, repeating, saying } from "./bodies.js";
import { stream, streamOrSkip } from "./chunks.js";
import { completeOrSkip, finishReasons } from "./completion.js";
import { defineChecks } from "./define-checks.js";

const limit = 16;
const strange = "Grüße 👩‍👩‍👧 日本語 ¿qué? 🚀🚀🚀";

/** The chunks of a stream and their order. */
export const streamChecks: readonly Check[] = defineChecks("Streams", [
  [
    "C051a",
    "The first chunk of a stream has the role and empty content, and no other has the role.",
    async (probe) => {
      const { deltas } = await stream(probe);
      equal(deltas[0]?.role, "assistant", "the role of the first delta");
      equal(deltas[0]?.content, "", "the content of the first delta");
      equal(deltas.filter(({ role }) => role !== undefined).length, 1, "the deltas with a role");
    },
  ],
  [
    "C051b",
    "The last choice has an empty delta and finish_reason stop, and no other has one.",
    finishesOnce,
  ],
  [
    "C051c",
    "id, created and model are the same in all chunks, and object is chat.completion.chunk.",
    async (probe) => {
      const { chunks } = await stream(probe);
      for (const chunk of chunks) {
        equal(chunk.object, "chat.completion.chunk", "the object of a chunk");
        for (const name of ["id", "created", "model"]) {
          holds(Boolean(chunk[name]), `a chunk has no ${name}`, chunk);
          equal(
            chunk[name],
            chunks[0]?.[name],
            `the ${name} of a chunk, against that of the first`,
          );
        }
      }
    },
  ],
  [
    "C051d",
    "Each choice of a chunk has index, delta and finish_reason, null until the end.",
    choiceForm,
  ],
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
    "C067",
    "The key error appears in no normal chunk.",
    async (probe) => {
      const found = (await stream(probe)).chunks.find((chunk) => Object.hasOwn(chunk, "error"));
      holds(found === undefined, "a chunk has an error key", found);
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

async function finishesOnce(probe: Probe): Promise<void> {
  const { choices, deltas, finishes, content } = await stream(probe);
  holds(content !== "", "the stream has no content");
  equal(finishes, ["stop"], "the finish reasons");
  equal(choices.at(-1)?.finish_reason, "stop", "the finish_reason of the last choice");
  const said = Object.values(deltas.at(-1) ?? {}).filter((value) => value !== "" && value !== null);
  equal(said, [], "what the last delta says");
}

async function choiceForm(probe: Probe): Promise<void> {
  for (const choice of (await stream(probe)).choices) {
    equal(choice.index, 0, "the index of a choice");
    isJson(choice.delta, "the delta of a choice");
    isOneOf(choice.finish_reason, [null, ...finishReasons], "the finish_reason of a choice");
  }
}

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
