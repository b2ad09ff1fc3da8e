import type { Check } from "../../check.js";
import { equal, holds, isJson, isOneOf } from "../../expect.js";
import type { Probe } from "../../probing/probe.js";
import { stream } from "../asking/chunks.js";
import { complete, finishReasons } from "../asking/completion.js";
import { defineChecks } from "../define-checks.js";

/** The form of chunks, and their order. */
export const chunkChecks: readonly Check[] = defineChecks("Streams", [
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
    "C051e",
    "The model of the chunks is that of the plain answer to the same request.",
    async (probe) => {
      const [chunk] = (await stream(probe)).chunks;
      equal(chunk?.model, (await complete(probe)).body.model, "the model of a chunk");
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
