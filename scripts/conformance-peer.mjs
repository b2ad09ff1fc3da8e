// Holds Diglot and a peer to the same requirements over real ports, and prints a table of each: a
// service with the echo model, the fake, and aimock with a script that does what the echo model does.
// Each has one key and one model, so that refusing others can be seen.
//
//   npm run conformance:peer
//   npm run conformance:peer -- --json

import { once } from "node:events";
import { parseArgs } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { createEcho } from "@diglot/embedded-models";
import { createFake } from "@diglot/testing";
import { conformance, formatReport } from "@diglot/testing/conformance";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const apiKey = "sk-conformance";
const model = "echo";

const peers = {
  "Diglot, a service with the echo model": startService,
  "Diglot, the fake": startFake,
  "aimock 1.43.0": startAimock,
};

for (const [name, start] of Object.entries(peers)) {
  const { url, close } = await start();
  const report = await conformance({ baseUrl: url, apiKey, model });
  await close();
  console.log(values.json ? JSON.stringify({ name, ...report }) : toPage(name, report));
}

function toPage(name, report) {
  return `${"=".repeat(name.length)}\n${name}\n${"=".repeat(name.length)}\n${formatReport(report)}\n`;
}

async function startService() {
  const service = createService({
    models: [createEcho({ id: model })],
    keys: createMemoryKeys([{ key: apiKey, models: "all" }]),
    validation: strict,
  });
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function startFake() {
  const fake = createFake({ model: createEcho({ id: model }), keys: [apiKey], models: [model] });
  return fake.listen();
}

async function startAimock() {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", auth: { apiKeys: [apiKey] } });
  mock.on({}, answer);
  const url = await mock.start();
  return { url, close: () => mock.stop() };
}

/** What the echo model does, as a response of aimock. */
function answer(request) {
  const said = lastUserText(request.messages ?? []);
  const toolCalls = callsOf(said, request);
  const content = said.replace(/^call .*$/gm, "").trim();
  const reasoning = thinks(request) ? { reasoning: "I say it back." } : {};
  if (toolCalls.length > 0) {
    return content === "" ? { toolCalls, ...reasoning } : { content, toolCalls, ...reasoning };
  }
  return { content: formOf(said, request) || "Hello.", ...reasoning };
}

function thinks({ thinking, reasoning_effort: effort }) {
  return thinking !== undefined || (effort !== undefined && effort !== "none");
}

/** What is said, in the form that was asked for. */
function formOf(said, { response_format: format = {}, output_config: output }) {
  const schema = format.json_schema?.schema ?? output?.format?.schema;
  if (schema !== undefined) return JSON.stringify(exampleOf(schema));
  return format.type === "json_object" ? JSON.stringify({ echo: said }) : said;
}

/** The calls that the text asks for, of the tools that may be called; else one, if it is demanded. */
function callsOf(said, { tools = [], tool_choice: choice, parallel_tool_calls: several }) {
  const chosen = choice?.function?.name;
  const offered = (Array.isArray(tools) ? tools : [])
    .flatMap((tool) => tool.function ?? [])
    .filter(({ name }) => choice !== "none" && (chosen === undefined || name === chosen));
  const calls = [...said.matchAll(/^call (\w+) (\{.*\})$/gm)]
    .filter(([, name]) => offered.some((tool) => tool.name === name))
    .map(([, name, input]) => ({ name, arguments: input }));
  const isDemanded = choice === "required" || chosen !== undefined;
  if (calls.length === 0 && isDemanded) {
    return offered.slice(0, 1).map(({ name, parameters }) => ({
      name,
      arguments: JSON.stringify(exampleOf(parameters)),
    }));
  }
  return several === false ? calls.slice(0, 1) : calls;
}

/** A value that fits a schema of objects and simple values. */
function exampleOf({ type, properties = {}, enum: values } = {}) {
  if (values) return values[0];
  if (type === "string") return "text";
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]),
  );
}

function lastUserText(messages) {
  const content = messages.findLast?.(({ role }) => role === "user")?.content ?? "";
  if (!Array.isArray(content)) return String(content);
  return content.map(({ text }) => text ?? "").join("\n");
}
