import type { Block, Conversation } from "@diglot/core";
import {
  assistant,
  conversationOf,
  tool,
  toolResult,
  user,
} from "@diglot/test-support/conversations";
import { growthOf, linear } from "@diglot/test-support/growth";
import { describe, expect, it } from "vitest";
import { gather } from "../../test/support.js";
import { countWords } from "../words.js";
import { doctor } from "./doctor.js";
import { elizaReply } from "./reply.js";
import { compileScript } from "./session.js";

const compiled = compileScript(doctor);

function reply(parts: Partial<Conversation>) {
  return gather(elizaReply(conversationOf(parts), compiled));
}

describe("elizaReply", () => {
  it("opens the conversation if nothing was said", () => {
    expect(reply({}).text).toBe(doctor.hello);
    expect(reply({ turns: [user(" ")] }).text).toBe(doctor.hello);
  });

  it("works out from the earlier turns which answer is next", () => {
    const turns = [user("yes"), assistant("whatever"), user("yes")];
    expect(reply({ turns }).text).toBe("You are sure, then.");
    expect(reply({ turns })).toEqual(reply({ turns }));
  });

  it("counts what it says and what it was given", () => {
    const { text, usage } = reply({ turns: [user("I am sad")] });
    expect(usage).toEqual({ input: 3, output: countWords(text), reasoning: 0 });
  });

  it("does not pretend to see", () => {
    const image: Block = { type: "image", source: { type: "url", url: "x" } };
    expect(reply({ turns: [user("I am sad", image)] }).text).toBe(
      "I can only listen; what you have attached I cannot look at. I am sorry to hear that you are sad.",
    );
  });

  it("answers a conversation of very many turns in time linear in their number", async () => {
    const answer = (length: number) => {
      const turns = Array.from({ length }, () => user("i ".repeat(100)));
      expect(reply({ turns }).text).not.toBe("");
    };
    expect(await growthOf(answer, 16_000)).toBeLessThan(linear);
  });
});

describe("elizaReply with a clock", () => {
  const clock = tool("get_current_time");
  const call: Block = { type: "tool_call", id: "c1", name: "get_current_time", arguments: "{}" };

  it.each([
    "What time is it?",
    "Tell me the date, please",
    "do you know what day it is",
    "What’s today's date?",
    "have you got the time",
  ])("calls the tool for %j", (text) => {
    const { calls, text: said } = reply({ turns: [user(text)], tools: [tool("search"), clock] });
    expect(calls).toMatchObject([{ name: "get_current_time", json: "{}" }]);
    expect(said).toBe("");
  });

  it.each(["I waste my time", "What time do you get up?", "my date was awful"])(
    "talks about %j",
    (text) => {
      expect(reply({ turns: [user(text)], tools: [clock] }).calls).toEqual([]);
    },
  );

  it.each(["clock", "getTime", "date", "world-clock", "currentDateTime", "time_now", "DATE"])(
    "knows the tool %j for a clock",
    (name) => {
      const { calls } = reply({ turns: [user("what time is it")], tools: [tool(name)] });
      expect(calls).toMatchObject([{ name }]);
    },
  );

  it.each(["update_file", "runtime", "validate", "set_timeout"])(
    "leaves the tool %j alone",
    (name) => {
      const { calls } = reply({ turns: [user("what time is it")], tools: [tool(name)] });
      expect(calls).toEqual([]);
    },
  );

  it("prefers a tool that takes no arguments", () => {
    const tools = [tool("time_in", { required: ["zone"] }), tool("time")];
    expect(reply({ turns: [user("what time is it")], tools }).calls).toMatchObject([
      { name: "time" },
    ]);
  });

  it("talks if calls are forbidden", () => {
    const { calls } = reply({
      turns: [user("what time is it")],
      tools: [clock],
      toolChoice: { type: "none" },
    });
    expect(calls).toEqual([]);
  });

  it("says what the tool answered, each time in another way", () => {
    const first = [user("what time is it"), assistant(call), user(toolResult("c1", "12:30 $& "))];
    const second = [...first, assistant("…"), user("what time is it"), assistant(call)];
    expect(reply({ turns: first, tools: [clock] }).text).toBe(
      "It says: 12:30 $&. Is the time important to you?",
    );
    expect(reply({ turns: [...second, user(toolResult("c1", "12:31"))] }).text).toBe(
      "I am told: 12:31. What makes you ask just now?",
    );
  });

  it("says so if the tool failed or said nothing", () => {
    const ask = [user("what time is it"), assistant(call)];
    expect(reply({ turns: [...ask, user(toolResult("c1", "no", true))] }).text).toMatch(
      /no proper/,
    );
    expect(reply({ turns: [...ask, user(toolResult("c1", ""))] }).text).toMatch(/nobody answered/);
  });

  it("does not count the question for the time as a sentence of the script", () => {
    const turns = [
      user("what is the time"),
      assistant(call),
      user(toolResult("c1", "noon")),
      assistant("It says: noon."),
      user("yes"),
    ];
    expect(reply({ turns, tools: [clock] }).text).toBe("You seem quite certain.");
  });
});
