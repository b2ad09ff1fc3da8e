import type { Check } from "../check.js";
import { equal, isAnswer, isJsonList, isString, type Json } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { blocksOf, isWholeStream } from "./asking/ask-kinds.js";
import { toMessage } from "./asking/gather.js";
import { check } from "./define-checks.js";

/** Whether an answer and its stream are the same. */
export const agreement: readonly Check[] = [
  check("M080", "Streams", "A stream says the text of the answer without one.", async (probe) => {
    const [one, other] = [textOf(await whole(probe)), textOf(await whole(probe))];
    if (one !== other) probe.skip("the model does not say the same twice");
    const streamed = textOf(await gathered(probe));
    if (streamed === one) return;
    if (textOf(await gathered(probe)) !== streamed) {
      probe.skip("the model does not say the same twice");
    }
    equal(streamed, one, "the streamed text");
  }),
  check(
    "M094",
    "Streams",
    "The message of a stream has the members of the answer without one.",
    async (probe) => {
      const [message, streamed] = [await whole(probe), await gathered(probe)];
      equal(membersOf(streamed), membersOf(message), "the members of the message");
      equal(typesOf(streamed), typesOf(message), "the blocks and their members");
    },
  ),
];

async function whole(probe: Probe): Promise<Json> {
  return isAnswer(await probe.send());
}

async function gathered(probe: Probe): Promise<Json> {
  return toMessage(isWholeStream(await probe.send({ body: { stream: true } })));
}

function textOf(message: Json): string {
  return blocksOf(message, "text")
    .map(({ text }) => isString(text, "text"))
    .join("");
}

/** The names of the members that are there; null counts as absent. */
function membersOf(object: Json): readonly string[] {
  return Object.keys(object)
    .filter((name) => object[name] !== null && object[name] !== undefined)
    .sort();
}

function typesOf(message: Json): readonly unknown[] {
  return isJsonList(message.content, "content").map((block) => [block.type, membersOf(block)]);
}
