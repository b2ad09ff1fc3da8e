import type { Json } from "../../expect.js";

/** A message of the user. */
export function user(content: unknown): Json {
  return { role: "user", content };
}

/** A body whose only message is one of the user. */
export function saying(content: unknown, change: Json = {}): Json {
  return { messages: [user(content)], ...change };
}

/** A function tool; without parameters it takes none. */
export function functionTool(name: string, parameters?: Json): Json {
  return { type: "function", function: { name, ...(parameters ? { parameters } : {}) } };
}

/** A call in the history. */
function pastCall(id: string, name = "weather"): Json {
  return { id, type: "function", function: { name, arguments: '{"city":"Paris"}' } };
}

/** The result of a call in the history. */
export function pastResult(id: string, content: unknown = "It rains."): Json {
  return { role: "tool", tool_call_id: id, content };
}

/** A history in which the assistant has made calls. */
export function afterCalls(ids: readonly string[], ...rest: readonly Json[]): Json {
  const calls = ids.map((id) => pastCall(id));
  const message = { role: "assistant", content: null, tool_calls: calls };
  return { messages: [user("How is the weather?"), message, ...rest], tools: [weather] };
}

/** A tool with one argument. */
export const weather: Json = functionTool("weather", {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
});

/** A second tool. */
export const clock: Json = functionTool("clock", {
  type: "object",
  properties: { zone: { type: "string" } },
  required: ["zone"],
  additionalProperties: false,
});

/** What a model that can call tools takes for a call of `weather`. */
export const askForWeather = 'call weather {"city":"Paris"}';

/** What it takes for two calls. */
export const twoCalls = `${askForWeather}\ncall weather {"city":"Rome"}`;

/** The choice of one function. */
export function chosen(name: string): Json {
  return { type: "function", function: { name } };
}

/** Asks for more words than any limit here allows. */
export const longTask = `Repeat all of these words in their order: ${Array.from(
  { length: 60 },
  (_, index) => `word${index}`,
).join(" ")}`;

/** Asks for a line as it is. */
export function repeating(line: string): string {
  return `Repeat this line exactly, and nothing else: ${line}`;
}
