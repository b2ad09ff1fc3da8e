import type { Conversation } from "@diglot/core";
import {
  assistant,
  conversationOf,
  tool,
  toolResult,
  user,
} from "@diglot/test-support/conversations";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gather } from "../../test/support.js";
import { countWords } from "../words.js";
import { echoReply } from "./reply.js";

const weather = tool("get_weather", {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
});

function reply(parts: Partial<Conversation>) {
  return gather(echoReply(conversationOf(parts)));
}

describe("echoReply", () => {
  it("says back the last user turn with its white space", () => {
    const text = "  Hello,\n\n  big\tworld  ";
    const turns = [user("first"), assistant("first"), user(text), { role: "system", blocks: [] }];
    expect(reply({ turns }).text).toBe(text);
  });

  it("counts exactly what it says and what it was given", () => {
    const { usage, text } = reply({ turns: [user("one two three")] });
    expect(usage).toEqual({ input: 3, output: 3, reasoning: 0 });
    expect(countWords(text)).toBe(3);
  });

  it("puts blocks on lines of their own and describes what it cannot read", () => {
    const image = { type: "image", source: { type: "url", url: "https://x.y" } } as const;
    expect(reply({ turns: [user("Look:", image)] }).text).toBe("Look:\n[an image at https://x.y]");
  });

  it("says so if nothing was said", () => {
    expect(reply({}).text).toBe("[nothing was said]");
    expect(reply({ turns: [user("")] }).text).toBe("[nothing was said]");
  });

  it("continues a reply that the caller has begun", () => {
    const turns = [user("one two three"), assistant("one ")];
    expect(reply({ turns }).text).toBe("two three");
  });

  it("says back the results of tools with their names, before the words of the user", () => {
    const call = { type: "tool_call", id: "c1", name: "get_weather", arguments: "{}" } as const;
    const turns = [
      user("weather?"),
      assistant(call),
      user(toolResult("c1", "18 degrees")),
      user(toolResult("c2", "no such city", true), "thanks"),
    ];
    expect(reply({ turns, tools: [weather] }).text).toBe(
      "get_weather answered: 18 degrees\nThe call c2 failed: no such city\nthanks",
    );
  });
});

describe("echoReply with many results", () => {
  it("says no more than the beginning of a long name", () => {
    const call = {
      type: "tool_call",
      id: "c1",
      name: "n".repeat(10_000),
      arguments: "{}",
    } as const;
    const { text } = reply({ turns: [assistant(call), user(toolResult("c1", "18"))] });
    expect(text).toBe(`${"n".repeat(80)} answered: 18`);
  });
});

describe("echoReply for several choices of one conversation", () => {
  it("makes an example once", () => {
    let reads = 0;
    const schema = {
      get type() {
        reads += 1;
        return "string";
      },
    };
    const conversation = conversationOf({
      turns: [user("hi")],
      output: { type: "json_schema", schema },
    });
    gather(echoReply(conversation));
    const once = reads;
    expect(gather(echoReply(conversation)).text).toBe('"hi"');
    expect(reads).toBe(once);
  });
});

describe("echoReply with tools", () => {
  it("calls what lines of the text ask for, with the arguments as they stand, in fragments", () => {
    const text = 'Please\ncall get_weather {"city": "Paris, France"}\r\n  call now {}';
    const { calls, text: said } = reply({ turns: [user(text)], tools: [weather, tool("now")] });
    expect(said).toBe("Please");
    expect(calls.map(({ name, json }) => [name, json])).toEqual([
      ["get_weather", '{"city": "Paris, France"}'],
      ["now", "{}"],
    ]);
    expect(calls[0]?.fragments).toBeGreaterThan(1);
  });

  it("says back the lines that ask for no call, as they stand, wherever the others are", () => {
    const lines = fc.array(fc.constantFrom("call now", " call now {}", "a", " b ", "", "call c"));
    const property = fc.property(lines, (given) => {
      const { calls, text } = reply({ turns: [user(given.join("\n"))], tools: [tool("now")] });
      const asking = given.filter((line) => line.includes("now"));
      const rest = given.filter((line) => !line.includes("now")).join("\n");
      expect(calls).toHaveLength(asking.length);
      if (asking.length > 0) expect(text).toBe(rest.trim() === "" ? "" : rest);
    });
    fc.assert(property);
  });

  it("counts the fragments of the arguments", () => {
    const { calls, usage } = reply({
      turns: [user('call get_weather {"city": "Paris, France"}')],
      tools: [weather],
    });
    expect(usage.output).toBe(calls[0]?.fragments);
  });

  it.each([
    "call unknown {}",
    "call get_weather [1]",
    "call get_weather {broken",
    "please call get_weather {}",
  ])("says back %j as any other text", (text) => {
    const { calls, text: said } = reply({ turns: [user(text)], tools: [weather] });
    expect(calls).toEqual([]);
    expect(said).toBe(text);
  });

  it("makes one call if several at once are not wanted", () => {
    const { calls } = reply({
      turns: [user("call now\ncall now")],
      tools: [tool("now")],
      parallelToolCalls: false,
    });
    expect(calls).toHaveLength(1);
  });

  it("makes up arguments from the schema when a call is demanded", () => {
    const { calls, text } = reply({
      turns: [user("Rome")],
      tools: [weather],
      toolChoice: { type: "any" },
    });
    expect(calls).toMatchObject([{ name: "get_weather", json: '{"city":"Rome"}' }]);
    expect(text).toBe("");
  });

  it("calls the tool that is demanded and no other", () => {
    const { calls } = reply({
      turns: [user("call get_weather {}")],
      tools: [weather, tool("now")],
      toolChoice: { type: "tool", name: "now" },
    });
    expect(calls).toMatchObject([{ name: "now", json: "{}" }]);
  });

  it("reads no more than 128 lines as calls and says back the others", () => {
    const { calls, text } = reply({
      turns: [user(Array(200).fill("call now").join("\n"))],
      tools: [tool("now")],
    });
    expect(calls).toHaveLength(128);
    expect(text.split("\n")).toHaveLength(72);
  });

  it("makes up no more arguments for all lines together than for one", () => {
    const large = {
      type: "object",
      properties: { a: { const: "x".repeat(200_000) } },
      required: ["a"],
    };
    const { calls, text } = reply({ turns: [user("call f\ncall f")], tools: [tool("f", large)] });
    expect(calls).toHaveLength(1);
    expect(text).toBe("call f");
  });

  it("refuses a tool to whose schema no example of a limited size fits, and names its place", () => {
    const list = { type: "array", minItems: 1e9, items: {} };
    const parameters = { type: "object", properties: { a: list }, required: ["a"] };
    const tools = [{ ...tool("f", parameters), at: "/tools/3", places: { parameters: "schema" } }];
    const ask = () => reply({ turns: [user("x")], tools, toolChoice: { type: "any" } });
    expect(ask).toThrow(
      expect.objectContaining({
        kind: "bad_request",
        problems: [{ at: "/tools/3/schema", message: expect.stringContaining("2000 values") }],
      }),
    );
  });

  it("calls nothing if calls are forbidden", () => {
    const { calls, text } = reply({
      turns: [user("call now {}")],
      tools: [tool("now")],
      toolChoice: { type: "none" },
    });
    expect(calls).toEqual([]);
    expect(text).toBe("call now {}");
  });
});

describe("echoReply with reasoning", () => {
  it.each([{ mode: "enabled" }, { mode: "adaptive" }, { effort: "low" }])(
    "thinks first for %j and counts it",
    (settings) => {
      const { reasoning, usage } = reply({ turns: [user("hello")], reasoning: settings });
      expect(reasoning).toBe("I will say back what I was told, word by word.");
      expect(usage).toMatchObject({ reasoning: countWords(reasoning) });
      expect(usage.output).toBe(countWords(reasoning) + 1);
    },
  );

  it.each([{ mode: "disabled", effort: "high" }, { effort: "none" }, {}, undefined])(
    "does not think for %j",
    (reasoning) => {
      expect(reply({ turns: [user("hello")], reasoning }).reasoning).toBe("");
    },
  );

  it("names the tools that it is going to call", () => {
    const { reasoning } = reply({
      turns: [user("hello\ncall now")],
      tools: [tool("now")],
      reasoning: { mode: "adaptive" },
    });
    expect(reasoning).toBe("I will say back what I was told and then call now.");
  });
});

describe("echoReply with a form of output", () => {
  it("puts its words into JSON", () => {
    const { text } = reply({ turns: [user('say "hi"')], output: { type: "json" } });
    expect(JSON.parse(text)).toEqual({ echo: 'say "hi"' });
  });

  it("makes an example that fits the schema", () => {
    const schema = {
      type: "object",
      properties: { answer: { type: "string" }, score: { type: "integer" } },
      required: ["answer", "score"],
    };
    const { text } = reply({ turns: [user("yes")], output: { type: "json_schema", schema } });
    expect(JSON.parse(text)).toEqual({ answer: "yes", score: 0 });
  });
});
