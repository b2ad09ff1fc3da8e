import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { upstreamCreators } from "./attempt-of.js";
import { anyJsonText } from "./json-texts.js";
import { otherFormat } from "./observe.js";
import { type AnyUpstreamOptions, fakeUpstream, replies } from "./upstream-of.js";

/** Where the members of a request get their JSON text; no other value is like it. */
const mark = "\ue000";

/** What an upstream of the other format receives of a request, in which each mark is some JSON text. */
async function received(
  caller: FormatName,
  members: object,
  json: string,
  capabilities: AnyUpstreamOptions["capabilities"] = {},
): Promise<string> {
  const upstream = otherFormat(caller);
  const options = { capabilities };
  const { options: all, seen } = fakeUpstream(() => Response.json(replies[upstream]), options);
  const { service } = serviceOf(upstreamCreators[upstream](all), {
    unsupported: { default: "warn" },
  });
  const [path, { body, ...init }] = requestOf(caller, members);
  const text = String(body).replaceAll(`"${mark}"`, () => json);
  const response = await service.request(path, { ...init, body: text });
  expect(response.status, await response.text()).toBe(200);
  await service.close();
  return seen[0]?.text ?? "";
}

const toolsOf = {
  messages: (schema: unknown, more = {}) => [{ name: "f", input_schema: schema, ...more }],
  "chat-completions": (schema: unknown, more = {}) => [
    { type: "function", function: { name: "f", parameters: schema }, ...more },
  ],
};

const outputOf = {
  messages: (schema: unknown) => ({
    output_config: { format: { type: "json_schema", schema } },
  }),
  "chat-completions": (schema: unknown, more = {}) => ({
    response_format: { type: "json_schema", json_schema: { name: "n", schema, ...more } },
  }),
};

/** Numbers that JavaScript cannot hold, or spells otherwise, and names that it moves to the front. */
const odd =
  '{"b":[9007199254740993,0.10000000000000000555,1.0,-0,1E2],"10":{"9":1e-400,"a":[]},"2":0}';

describe.each(formatNames)("JSON of a %s caller that JavaScript would change", (caller) => {
  it.each([
    ["a schema", `{"type":"object","properties":${odd},"required":["b"]}`],
    ["a schema that is spread over lines", ` {\n "type" : "object" , "properties" : ${odd} } `],
  ])(
    "B08 reaches the upstream as it is in the parameters of a tool, in %s",
    async (_what, schema) => {
      const text = await received(caller, { tools: toolsOf[caller](mark) }, schema);
      expect(text).toContain(`"properties":${odd}`);
    },
  );

  it("B08 reaches it as it is in a schema to which a type or properties are added", async () => {
    const numbers = '"maximum":9007199254740993,"minimum":1.0';
    const text = await received(caller, { tools: toolsOf[caller](mark) }, `{${numbers}}`);
    expect(text).toContain(`{"type":"object",${numbers}`);
  });

  it("B08 reaches it as it is in the schema of the output", async () => {
    const schema = `{"type":"object","properties":{"a":{"enum":[${odd}]}},"required":["a"],"additionalProperties":false}`;
    const text = await received(caller, outputOf[caller](mark), schema, { jsonSchema: true });
    expect(text).toContain(`"schema":${schema}`);
  });

  it("B08 reaches it as it is in instructions that stand for a schema of the output", async () => {
    const schema = `{"type":"object","properties":{"a":{"const":${odd}}}}`;
    const capabilities = { jsonSchema: false, jsonObject: true };
    const text = await received(caller, outputOf[caller](mark), schema, capabilities);
    expect(text).toContain(JSON.stringify(schema).slice(1, -1));
  });

  it("B08 reaches it as it is in members that the upstream takes", async () => {
    const members = { guided: mark, factor: mark };
    const capabilities = { extensions: ["guided", "factor"] };
    const text = await received(caller, { ...members, metadata: {} }, odd, capabilities);
    expect(text).toContain(`"guided":${odd},"factor":${odd}`);
    expect(await received(caller, members, "1.10", capabilities)).toContain('"factor":1.10');
  });

  it("B08 reaches it as it is, whatever the numbers and names", async () => {
    await fc.assert(
      fc.asyncProperty(anyJsonText, async (json) => {
        const schema = `{"type":"object","properties":{"a":{"default":${json}}}}`;
        const text = await received(caller, { tools: toolsOf[caller](mark) }, schema);
        expect(text).toContain(schema);
      }),
    );
  });

  it("B07 has its last one of two members of a name, as call arguments have", async () => {
    const schema = '{"type":"object","properties":{"a":{"default":1,"default":2.0}}}';
    const text = await received(caller, { tools: toolsOf[caller](mark) }, schema);
    expect(text).toContain('"a":{"default":2}');
  });
});

describe("a schema of the output that a Messages upstream cannot take as it is", () => {
  const to = (schema: string, more: object = {}) =>
    received("chat-completions", outputOf["chat-completions"](mark, more), schema, {
      jsonSchema: true,
    });

  it("keeps its numbers and names, also those that move into a description", async () => {
    const text = await to(
      `{"type":"object","properties":{"10":{"type":"integer","maximum":9007199254740993},"9":{"oneOf":[{"const":1.0}]}}}`,
    );
    expect(text).toContain(
      `"properties":{"10":{"type":"integer","description":"(maximum: 9007199254740993)"},"9":{"anyOf":[{"const":1.0}]}},"additionalProperties":false`,
    );
  });

  it("keeps them where a description is added", async () => {
    const schema = '{"type":"integer","enum":[9007199254740993]}';
    const text = await to(schema, { description: "A number." });
    expect(text).toContain(
      '{"type":"integer","enum":[9007199254740993],"description":"A number."}',
    );
  });
});

describe("a schema that an upstream's own function rewrites", () => {
  it("keeps the spelling of every number that the function leaves in its place", async () => {
    const rewriteSchema = ({ title, ...schema }: Readonly<Record<string, unknown>>) => ({
      schema: { ...schema, maximum: 3 },
      changes: ["title"],
    });
    const schema =
      '{"title":"t","type":"object","properties":{"a":{"enum":[1.0,2]}},"maximum":9.50}';
    const tools = toolsOf.messages(mark);
    const text = await received("messages", { tools }, schema, { rewriteSchema });
    expect(text).toContain('{"type":"object","properties":{"a":{"enum":[1.0,2]}},"maximum":3}');
  });
});

describe("examples of a tool's input", () => {
  it("reach a Messages upstream that takes them as they are", async () => {
    const tools = toolsOf["chat-completions"]({ type: "object" }, { input_examples: [mark] });
    const capabilities = { extensions: ["input_examples"] };
    const text = await received("chat-completions", { tools }, odd, capabilities);
    expect(text).toContain(`"input_examples":[${odd}]`);
  });
});
