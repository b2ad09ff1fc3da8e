import { growthOf, linear } from "@diglot/test-support/growth";
import { describe, expect, it } from "vitest";
import { doctor } from "./doctor.js";
import type { Script } from "./script-types.js";
import { compileScript, createSession } from "./session.js";

const compiled = compileScript(doctor);

function talk(...texts: readonly string[]): readonly string[] {
  const session = createSession(compiled);
  return texts.map((text) => session.answer(text));
}

describe("a session with the doctor", () => {
  it("answers the famous conversation and comes back to the boyfriend", () => {
    const answers = talk(
      "Men are all alike.",
      "They're always bugging us about something or other.",
      "Well, my boyfriend made me come here.",
      "He says I'm depressed much of the time.",
      "It's true. I am unhappy.",
      "I need some help, that much seems certain.",
      "Perhaps I could learn to get along with my mother.",
      "My mother takes care of me.",
      "My father.",
      "You are like my father in some ways.",
      "You are not very aggressive but I think you don't want me to notice that.",
      "You don't argue with me.",
      "You are afraid of me.",
      "My father is afraid of everybody.",
      "Bullies.",
    );
    expect(answers).toEqual([
      "In what way?",
      "Can you think of a particular occasion?",
      "Your boyfriend made you come here?",
      "I am sorry to hear that you are depressed.",
      "Will coming here help you not to be unhappy?",
      "What would it mean to you if you got some help?",
      "Tell me more about your family.",
      "Who else in your family takes care of you?",
      "Your father, you say?",
      "Which likeness do you see?",
      "What makes you think that I am not very aggressive?",
      "Why do you think that I don't argue with you?",
      "Does it please you to believe that I am afraid of you?",
      "What else comes to mind when you think of your father?",
      "Could this have something to do with the fact that your boyfriend made you come here?",
    ]);
  });

  it.each([
    ["I think you hate me", "Why do you think that I hate you?"],
    ["I remember Paris in the rain", "Does Paris in the rain often come back to you?"],
    ["WHAT IF I AM WRONG?", "How likely is it, do you think, that you are wrong?"],
    [
      "If you loved me I would stay",
      "How likely is it, do you think, that I loved you you would stay?",
    ],
    ["Are you a computer?", "Do computers make you uneasy?"],
    ["why don't you help me", "Do you believe that I do not help you?"],
    ["I’m glad", "How have I helped you to be glad?"],
    ["I feel that I am failing you", "Do you really think so?"],
    ["Everyone laughs at me", "Are you thinking of someone in particular?"],
    ["xyzzy", "I am not sure that I follow you."],
    ["", "I am not sure that I follow you."],
    ["constructor __proto__ toString", "I am not sure that I follow you."],
  ])("answers %j", (text, answer) => {
    expect(talk(text)[0]).toBe(answer);
  });

  it("takes the answers of a rule in turns", () => {
    expect(new Set(talk("yes", "yes", "yes", "yes"))).toHaveLength(4);
    expect(talk("yes", "yes", "yes", "yes", "yes").at(-1)).toBe(talk("yes")[0]);
  });

  it("reads 200 clauses of a text", () => {
    const [found, missed] = [199, 200].map((count) => talk(`${"hm. ".repeat(count)}I am unhappy.`));
    expect(found).toEqual(["I am sorry to hear that you are unhappy."]);
    expect(missed).toEqual(["I am not sure that I follow you."]);
  });

  it("leaves no hole where nothing was matched", () => {
    for (const answer of talk("My mother.", "my mother", "my mother")) {
      expect(answer).not.toMatch(/\s[?.,]|\s\s|\$/);
    }
  });

  it("answers long and hostile texts in time linear in their length", async () => {
    const answer = (size: number) =>
      talk(
        "i ".repeat(size),
        "my mother ".repeat(size / 2),
        "a".repeat(5 * size),
        `${"?".repeat(size)}x`,
      );
    expect(await growthOf(answer, 200_000)).toBeLessThan(linear);
  });
});

describe("compileScript", () => {
  it("refuses a step to a keyword that does not exist", () => {
    const broken: Script = {
      ...doctor,
      fallback: { pattern: "*", answers: [{ continueWith: "nowhere" }] },
    };
    expect(() => compileScript(broken)).toThrow(/nowhere/);
  });

  it("gives every answer of the doctor only parts that its pattern has", () => {
    const rules = [...doctor.keywords.flatMap((keyword) => keyword.rules), ...doctor.memory.rules];
    for (const { pattern, answers } of rules) {
      const elements = pattern.split(" ").length;
      for (const answer of answers) {
        if (typeof answer !== "string") continue;
        for (const [, number] of answer.matchAll(/\$(\d)/g)) {
          expect(Number(number), `${pattern}: ${answer}`).toBeLessThanOrEqual(elements);
        }
      }
    }
  });
});
