import type { Check } from "../check.js";
import { equal, holds } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { repeating, saying, user } from "./asking/bodies.js";
import { complete, completeOrSkip, isCompletion } from "./asking/completion.js";
import { isEnvelope } from "./asking/envelope.js";
import { defineChecks, type Row } from "./define-checks.js";

const text = (said: string) => ({ type: "text", text: said });
const strange = "Grüße 👩‍👩‍👧 日本語 ¿qué?";

/** Histories that are legal, and must be answered. */
const accepted: readonly (readonly [id: string, what: string, messages: readonly object[]])[] = [
  [
    "C005",
    "A system message in the middle of the list is accepted.",
    [user("hi"), { role: "system", content: "Be kind." }, user("Say hello.")],
  ],
  ["C007", "Two user messages in a row are accepted.", [user("hi"), user("Say hello.")]],
  [
    "C009a",
    "A user name of legal characters is accepted.",
    [{ ...user("Say hello."), name: "bob_Smith-2" }],
  ],
  [
    "C014",
    "A refusal part in the assistant history is accepted.",
    [
      user("hi"),
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
      user("Say hello."),
    ],
  ],
];

/** What a conversation may consist of. */
export const turnsChecks: readonly Check[] = defineChecks("Turns", [
  ["C003", "Content given as one text part counts as the same content as a string.", oneIsString],
  ["C004", "Several text parts are accepted, and all of them count as input.", allPartsCount],
  ["C006", "A developer message is accepted, and counts as input.", developerCounts],
  [
    "C008",
    "A last message from the assistant passes the validator; only the model may refuse it.",
    async (probe) => {
      const messages = [user("Say hello."), { role: "assistant", content: "Hel" }];
      await completeOrSkip(probe, { messages }, "A reply that the caller has begun");
    },
  ],
  ["C030a", "Unicode and emoji come back whole where the model says them.", comesBackWhole],
  [
    "C030b",
    "Lone surrogates and NUL in content are taken, or refused with the envelope.",
    async (probe) => {
      const answer = await probe.send({ body: saying("a \ud83d b \udc00 c \u0000 d") });
      if (answer.status === 400) isEnvelope(answer);
      else equal(answer.status, 200, "the status");
    },
  ],
  ...accepted.map(
    ([id, what, messages]): Row => [
      id,
      what,
      async (probe) => {
        await complete(probe, { messages });
      },
    ],
  ),
]);

async function oneIsString(probe: Probe): Promise<void> {
  const asString = await complete(probe, saying("Say hello."));
  const asPart = await complete(probe, saying([text("Say hello.")]));
  equal(asPart.usage.prompt, asString.usage.prompt, "usage.prompt_tokens");
}

async function allPartsCount(probe: Probe): Promise<void> {
  const parts = [text("Say hello to Ada."), text("Say it to Bob."), text("And to Carol.")];
  const [one, all] = [
    await complete(probe, saying([parts[0]])),
    await complete(probe, saying(parts)),
  ];
  holds(
    all.usage.prompt > one.usage.prompt,
    `three parts count for no more than one (${one.usage.prompt} tokens)`,
    all.usage.prompt,
  );
}

async function developerCounts(probe: Probe): Promise<void> {
  const messages = [{ role: "developer", content: "Be brief and kind." }, user("Say hello.")];
  const reported = await completeOrSkip(probe, { messages }, "The role developer");
  const { usage } = await complete(probe, saying("Say hello."));
  holds(
    reported.usage.prompt > usage.prompt,
    `the instruction does not count, so it was dropped (${usage.prompt} tokens without it)`,
    reported.usage.prompt,
  );
}

async function comesBackWhole(probe: Probe): Promise<void> {
  const answer = await probe.send({ body: saying(repeating(strange)) });
  const { content } = isCompletion(answer);
  holds(!/\ufffd|Ã|ð/.test(answer.text), "characters were lost or doubly encoded", answer.text);
  if (!content?.includes(strange)) probe.skip("the model did not repeat the line");
}
