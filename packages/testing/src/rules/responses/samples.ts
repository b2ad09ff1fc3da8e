import type { SampleRequest } from "../rule.js";

type Fields = Readonly<Record<string, unknown>>;

/** Members of the body over those of the smallest valid one. */
export function body(members: Fields): SampleRequest {
  return { body: members };
}

/** The smallest valid request. */
export const smallest: SampleRequest = {};

/** A message of the user. */
export const user: Fields = { role: "user", content: "Hello" };

/** A request of these items. */
export function input(...items: readonly unknown[]): SampleRequest {
  return body({ input: items });
}

/** A call of the function `weather`, and what it has answered. */
export function calling(callId: string, members: Fields = {}): readonly Fields[] {
  return [
    { type: "function_call", call_id: callId, name: "weather", arguments: "{}", ...members },
    { type: "function_call_output", call_id: callId, output: "Sunny." },
  ];
}

/** A request with a function of this name. */
export function tool(members: Fields): SampleRequest {
  return body({
    tools: [{ type: "function", parameters: { type: "object" }, strict: null, ...members }],
  });
}
