// aimock with a script that does what the echo model does.
//
//   node tools/peers/aimock.mjs <key> <port>

import { LLMock } from "@copilotkit/aimock";

const [key, port] = process.argv.slice(2);
const mock = new LLMock({ port: Number(port), host: "127.0.0.1", auth: { apiKeys: [key] } });
mock.on({}, answer);
await mock.start();

/** A response of aimock that equals the echo model's. */
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

/** The text of the user, in the form that was asked for. */
function formOf(said, { response_format: format = {}, output_config: output }) {
  const schema = format.json_schema?.schema ?? output?.format?.schema;
  if (schema !== undefined) return JSON.stringify(exampleOf(schema));
  return format.type === "json_object" ? JSON.stringify({ echo: said }) : said;
}

/** The calls that the text asks for, of the tools that may be called; otherwise one, if it is demanded. */
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
