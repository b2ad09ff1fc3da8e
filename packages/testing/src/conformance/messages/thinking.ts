import type { Check } from "../check.js";
import { equal, isAnswer, isErrorOf, isFilled, isJsonList } from "../expect.js";
import { askToThink, isWholeStream, needBlocks } from "./asking/ask-kinds.js";
import { talk } from "./asking/bodies.js";
import { type GatheredBlock, type GatheredStream, joined } from "./asking/gather.js";
import { check, refused } from "./define-checks.js";

const budgeted = (budget_tokens: number, max_tokens: number) => ({
  max_tokens,
  thinking: { type: "enabled", budget_tokens },
});

/** How thinking is asked for, shown and proved. */
export const thinking: readonly Check[] = [
  refused("M040a", "Thinking", "A budget below 1024", { body: budgeted(512, 4096) }, [
    "budget_tokens",
    "thinking",
  ]),
  refused(
    "M040b",
    "Thinking",
    "A budget that is not below the limit",
    { body: budgeted(2048, 2048) },
    ["max_tokens", "thinking"],
  ),
  unknownKind("M041a", "budgets", { type: "enabled", budget_tokens: 1024 }, [
    /thinking\.type\.enabled/,
    /thinking.* not supported/i,
  ]),
  unknownKind(
    "M041b",
    "adaptive thinking",
    { type: "adaptive" },
    /adaptive thinking is not supported/,
  ),
  check("M070", "Thinking", "Thinking that is not shown is signed all the same.", async (probe) => {
    const answer = await askToThink(probe, "omitted");
    for (const block of needBlocks(probe, answer, "thinking")) {
      equal(block.thinking, "", "thinking");
      isFilled(block.signature, "signature");
    }
  }),
  echoed("M071a", "Thinking that comes back as it was is accepted.", (signature) => signature, 200),
  echoed("M071b", "Thinking that comes back altered is refused.", alter, 400),
  check(
    "M082",
    "Thinking",
    "Streamed thinking ends with one signature, right before the end of their block.",
    async (probe) => {
      const stream = isWholeStream(
        await askToThink(probe, "summarized", { body: { stream: true } }),
      );
      const blocks = reasoningOf(stream);
      if (blocks.length === 0) probe.skip("the model gave no thinking block");
      for (const block of blocks) {
        equal(block.start.thinking, "", "thinking at the start");
        isSigned(block);
        joined(block, "thinking");
      }
    },
  ),
  check(
    "M083",
    "Thinking",
    "Streamed thinking that is not shown has a signature only.",
    async (probe) => {
      const stream = isWholeStream(await askToThink(probe, "omitted", { body: { stream: true } }));
      const blocks = reasoningOf(stream);
      if (blocks.length === 0) probe.skip("the model gave no thinking block");
      for (const block of blocks) {
        isSigned(block);
        equal(block.deltas.length, 1, "the number of deltas");
      }
    },
  ),
];

/** A kind of thinking that a model may not know; then it must say so in words that clients look for. */
function unknownKind(
  id: string,
  kind: string,
  how: object,
  names: RegExp | readonly RegExp[],
): Check {
  const what = `A model that does not know ${kind} says so in the words that clients look for.`;
  return check(id, "Thinking", what, async (probe) => {
    const answer = await probe.send({ body: { max_tokens: 2048, thinking: how } });
    if (answer.status === 200) probe.skip(`the model knows ${kind}`);
    isErrorOf(answer, { status: 400, type: "invalid_request_error", names });
  });
}

/** A conversation that goes on after thinking, with what became of its signature. */
function echoed(
  id: string,
  what: string,
  change: (signature: string) => string,
  status: 200 | 400,
): Check {
  return check(id, "Thinking", what, async (probe) => {
    const first = await askToThink(probe, "omitted");
    needBlocks(probe, first, "thinking");
    const content = isJsonList(isAnswer(first).content, "content").map((block) =>
      block.type === "thinking"
        ? { ...block, signature: change(isFilled(block.signature, "signature")) }
        : block,
    );
    const turns = talk(
      ["user", "What is 27 times 453?"],
      ["assistant", content],
      ["user", "And 28?"],
    );
    const answer = await probe.send({ body: turns });
    if (status === 200) isAnswer(answer);
    else isErrorOf(answer, { status, type: "invalid_request_error", names: "signature" });
  });
}

/** Another signature of the same length: its middle is changed, since an end may be padding. */
function alter(signature: string): string {
  const middle = Math.floor(signature.length / 2);
  const other = signature[middle] === "A" ? "B" : "A";
  return signature.slice(0, middle) + other + signature.slice(middle + 1);
}

function reasoningOf({ blocks }: GatheredStream): readonly GatheredBlock[] {
  return blocks.filter(({ start }) => start.type === "thinking");
}

function isSigned({ deltas }: GatheredBlock): void {
  const types = deltas.map(({ type }) => type);
  equal(types.filter((type) => type === "signature_delta").length, 1, "the number of signatures");
  equal(types.at(-1), "signature_delta", "the last delta");
  isFilled(deltas.at(-1)?.signature, "signature");
}
