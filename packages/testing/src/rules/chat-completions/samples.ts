import type { SampleRequest } from "../rule.js";

type Fields = Readonly<Record<string, unknown>>;

/** Members of the body over those of the smallest valid one. */
export function body(members: Fields): SampleRequest {
  return { body: members };
}

/** The smallest valid request. */
export const smallest: SampleRequest = {};

/** A turn of the user. */
export const user: Fields = { role: "user", content: "Hello" };

/** A request of these messages. */
export function messages(...list: readonly unknown[]): SampleRequest {
  return body({ messages: list });
}

/** A request whose user message has one part. */
export function part(value: unknown): SampleRequest {
  return messages({ role: "user", content: [value] });
}

/** A function tool. */
export function functionTool(name: string, members: Fields = {}): Fields {
  return { type: "function", function: { name, ...members } };
}

/** A call of the function `weather` in the history. */
export function call(id: string, members: Fields = {}): Fields {
  return { id, type: "function", function: { name: "weather", arguments: "{}" }, ...members };
}

/** The message with such calls. */
export function calling(...calls: readonly Fields[]): Fields {
  return { role: "assistant", content: null, tool_calls: calls };
}

/** The result of a call. */
export function result(id: string): Fields {
  return { role: "tool", tool_call_id: id, content: "Sunny" };
}

/** A history with one call, its result and a further question. */
export function called(members: Fields = {}): SampleRequest {
  return messages(user, calling(call("call_1", members)), result("call_1"), user);
}

/** A schema of an object with one property. */
export const openSchema: Fields = { type: "object", properties: { city: { type: "string" } } };

/** The same schema as the strict mode wants it. */
export const closedSchema: Fields = {
  ...openSchema,
  required: ["city"],
  additionalProperties: false,
};
