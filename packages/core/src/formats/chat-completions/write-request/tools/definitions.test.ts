import { describe, expect, it } from "vitest";
import {
  notesOf,
  refusedAt,
  type WriteChange,
  writeChat,
} from "../../../../../test/write-chat-completions-request.js";
import { bodyOf, talk } from "../../../messages/__fixtures__/make.js";

const object = { type: "object", properties: {} };
const tools = [
  { name: "f", description: "d", input_schema: object },
  { name: "g", input_schema: object },
];

function withTools(change: Record<string, unknown> = {}, write: WriteChange = {}) {
  return writeChat(bodyOf({ tools, ...change }), write);
}

describe("tools", () => {
  it("are functions with their schemas unchanged", () => {
    const input_schema = {
      $defs: { a: { type: "string" } },
      type: "object",
      required: ["x"],
      properties: { x: { $ref: "#/$defs/a" } },
      additionalProperties: false,
    };
    const { text, entries } = withTools({ tools: [{ name: "f", input_schema }] });
    expect(text).toContain(
      `"tools":[{"type":"function","function":{"name":"f","parameters":${JSON.stringify(input_schema)}}}]`,
    );
    expect(entries).toEqual([]);
  });

  it("T97 have an object schema with properties, even if the caller left them out", () => {
    const written = withTools({
      tools: [
        { name: "f", input_schema: { type: "object" } },
        { name: "g", input_schema: {} },
      ],
    });
    const sent = written.body.tools.map(
      (tool: { function: { parameters: unknown } }) => tool.function.parameters,
    );
    expect(sent).toEqual([object, object]);
    expect(notesOf(written)).toEqual([
      "reshaped /tools/0/input_schema",
      "reshaped /tools/1/input_schema",
    ]);
  });

  it("T96 keep members of the tool out of its schema, and report which are lost", () => {
    const tool = {
      ...tools[0],
      defer_loading: true,
      eager_input_streaming: true,
      input_examples: [{ a: 1 }],
      allowed_callers: ["direct"],
      brand_new: 1,
    };
    const written = withTools({ tools: [tool] });
    expect(written.body.tools).toEqual([
      { type: "function", function: { name: "f", description: "d", parameters: object } },
    ]);
    expect(notesOf(written)).toEqual([
      "dropped /tools/0/defer_loading",
      "dropped /tools/0/eager_input_streaming",
      "dropped /tools/0/input_examples",
      "dropped /tools/0/brand_new",
    ]);
    const coded = { ...tools[0], allowed_callers: ["code_execution_20260120"] };
    expect(refusedAt(withTools({ tools: [coded] }))).toEqual(["/tools/0/allowed_callers"]);
  });

  it("T94 are recognised by their type: a tool of the caller may have any name", () => {
    const own = { name: "web_search", description: "mine", input_schema: object };
    const { body, refusals } = withTools({ tools: [own] });
    expect(refusals).toEqual([]);
    expect(body.tools[0].function).toMatchObject({ name: "web_search", description: "mine" });
  });

  it("T95 of the vendor are refused by their type, or left out if the policy allows it", () => {
    const vendors = { type: "bash_20250124", name: "bash" };
    const request = { tools: [...tools, vendors] };
    const refused = withTools(request);
    expect(refusedAt(refused)).toEqual(["/tools/2"]);
    expect(refused.refusals[0]?.message).toContain("bash_20250124");
    const warned = withTools(request, { unsupported: { fields: { tools: "warn" } } });
    expect(warned.refusals).toEqual([]);
    expect(warned.body.tools).toHaveLength(2);
    expect(notesOf(warned)).toEqual(["dropped /tools/2"]);
  });

  it.each(["web_search_20250305", "web_fetch_20250910", "code_execution_20250825"])(
    "T95 that the vendor runs are left out if nothing forces their call: %s",
    (type) => {
      const server = { type, name: "runs_there" };
      const offered = withTools({ tools: [...tools, server] });
      expect(offered.refusals).toEqual([]);
      expect(offered.body.tools).toHaveLength(2);
      expect(notesOf(offered)).toEqual(["dropped /tools/2"]);
      for (const request of [
        { tools: [...tools, server], tool_choice: { type: "tool", name: "runs_there" } },
        { tools: [server], tool_choice: { type: "any" } },
      ]) {
        const forced = withTools(request);
        expect(refusedAt(forced)).toEqual(["/tool_choice"]);
        expect(forced.refusals[0]?.message).toContain("Its operator can provide");
      }
      const strict = { unsupported: { default: "strict" } } as const;
      expect(refusedAt(withTools({ tools: [...tools, server] }, strict))).toEqual(["/tools/2"]);
    },
  );

  it("T98 get short names that never collapse, in definitions, choice and history", () => {
    const long = (end: string) => `mcp__server__${"x".repeat(70)}_${end}`;
    const named = [long("a"), long("b")].map((name) => ({ name, input_schema: object }));
    const turns = talk(
      ["user", "hi"],
      ["assistant", [{ type: "tool_use", id: "c1", name: long("b"), input: {} }]],
      ["user", [{ type: "tool_result", tool_use_id: "c1" }]],
    );
    const written = writeChat({
      ...turns,
      tools: named,
      tool_choice: { type: "tool", name: long("b") },
    });
    const names = written.body.tools.map(
      (tool: { function: { name: string } }) => tool.function.name,
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(written.body.tool_choice.function.name).toBe(names[1]);
    expect(written.body.messages[1].tool_calls[0].function.name).toBe(names[1]);
    expect(notesOf(written)).toEqual(["reshaped /tools/0/name", "reshaped /tools/1/name"]);
  });

  it("need unique names, and an upstream that takes tools", () => {
    expect(refusedAt(withTools({ tools: [tools[0], tools[0]] }))).toEqual(["/tools/1/name"]);
    expect(refusedAt(withTools({}, { capabilities: { tools: false } }))).toEqual(["/tools"]);
  });

  it("are strict if the upstream supports it and the schema is closed", () => {
    const closed = { ...object, additionalProperties: false };
    const tool = (input_schema: object) => ({ name: "f", input_schema, strict: true });
    const capabilities = { strictTools: true };
    expect(
      withTools({ tools: [tool(closed)] }, { capabilities }).body.tools[0].function.strict,
    ).toBe(true);
    expect(notesOf(withTools({ tools: [tool(object)] }, { capabilities }))).toEqual([
      "dropped /tools/0/strict",
    ]);
    expect(notesOf(withTools({ tools: [tool(closed)] }))).toEqual(["dropped /tools/0/strict"]);
  });

  it("get schemas that the upstream takes, with a note of what was changed", () => {
    const rewriteSchema = () => ({ schema: object, changes: ["minLength"] });
    const written = withTools({}, { capabilities: { rewriteSchema } });
    expect(written.entries).toMatchObject([
      { code: "approximated", at: "/tools/0/input_schema", from: "minLength" },
      { code: "approximated", at: "/tools/1/input_schema" },
    ]);
  });

  it("are derived from the history if the upstream requires them", () => {
    const turns = talk(
      ["user", "hi"],
      ["assistant", [{ type: "tool_use", id: "c1", name: "f", input: {} }]],
      ["user", [{ type: "tool_result", tool_use_id: "c1" }]],
    );
    const written = writeChat(turns, { capabilities: { toolsRequiredWithHistory: true } });
    expect(written.body.tools).toEqual([
      { type: "function", function: { name: "f", parameters: object } },
    ]);
    expect(written.body.tool_choice).toBe("none");
    expect(notesOf(written)).toEqual(["approximated /tools"]);
    expect(writeChat(turns).body).not.toHaveProperty("tools");
  });
});

describe("the choice among tools", () => {
  it("T77 T78 has the wire's word for each of its types", () => {
    const word = (tool_choice: object) => withTools({ tool_choice }).body.tool_choice;
    expect(word({ type: "any" })).toBe("required");
    expect(word({ type: "auto" })).toBe("auto");
    expect(word({ type: "none" })).toBe("none");
    expect(word({ type: "tool", name: "g" })).toEqual({
      type: "function",
      function: { name: "g" },
    });
    expect(withTools({ tool_choice: { type: "none" } }).body.tools).toHaveLength(2);
    expect(withTools().body).not.toHaveProperty("tool_choice");
  });

  it("T78 is refused if the upstream does not support it", () => {
    const capabilities = { toolChoice: ["auto"] as const };
    const forced = { tool_choice: { type: "any" } };
    expect(refusedAt(withTools(forced, { capabilities }))).toEqual(["/tool_choice"]);
    const warned = withTools(forced, { capabilities, unsupported: { default: "warn" } });
    expect(warned.body).not.toHaveProperty("tool_choice");
    expect(notesOf(warned)).toEqual(["dropped /tool_choice"]);
    const unknown = { tool_choice: { type: "tool", name: "nobody" } };
    expect(refusedAt(withTools(unknown))).toEqual(["/tool_choice"]);
    expect(refusedAt(withTools({ tool_choice: { type: "fancy" } }))).toEqual(["/tool_choice"]);
  });

  it("leaves the tools out if no tool may be called and the upstream has no such choice", () => {
    const capabilities = { toolChoice: ["auto"] as const };
    const written = withTools({ tool_choice: { type: "none" } }, { capabilities });
    expect(written.body).not.toHaveProperty("tools");
    expect(notesOf(written)).toEqual(["dropped /tools"]);
  });

  it("has no effect without tools, unless it forces a call", () => {
    const none = withTools({ tools: [], tool_choice: { type: "auto" } });
    expect(none.body).not.toHaveProperty("tool_choice");
    expect(none.entries).toEqual([]);
    expect(refusedAt(withTools({ tools: [], tool_choice: { type: "any" } }))).toEqual([
      "/tool_choice",
    ]);
  });

  it("T79 limits the model to one call at a time, or reports that the upstream cannot", () => {
    const choice = { tool_choice: { type: "auto", disable_parallel_tool_use: true } };
    expect(withTools(choice).body.parallel_tool_calls).toBe(false);
    const unsupported = withTools(choice, { capabilities: { parallelToolCallsParam: false } });
    expect(unsupported.body).not.toHaveProperty("parallel_tool_calls");
    expect(notesOf(unsupported)).toEqual(["dropped /tool_choice/disable_parallel_tool_use"]);
    expect(withTools({ tool_choice: { type: "auto" } }).body).not.toHaveProperty(
      "parallel_tool_calls",
    );
  });
});
