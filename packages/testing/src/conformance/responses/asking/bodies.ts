import type { Json } from "../../expect.js";

/** A message of the input. */
export function message(role: string, content: unknown, more: Json = {}): Json {
  return { type: "message", role, content, ...more };
}

/** A function tool of one text. */
export function functionTool(name: string, parameter: string): Json {
  return {
    type: "function",
    name,
    description: `Returns the ${name}.`,
    parameters: {
      type: "object",
      properties: { [parameter]: { type: "string" } },
      required: [parameter],
      additionalProperties: false,
    },
    strict: false,
  };
}

/** A tool with one argument. */
export const weather: Json = functionTool("weather", "city");

/** A second tool. */
export const clock: Json = functionTool("clock", "zone");

/** A call in the history. */
export function pastCall(callId: string, more: Json = {}): Json {
  return {
    type: "function_call",
    call_id: callId,
    name: "weather",
    arguments: '{"city":"Paris"}',
    ...more,
  };
}

/** The result of a call in the history. */
export function pastOutput(callId: string, output: unknown = "It rains."): Json {
  return { type: "function_call_output", call_id: callId, output };
}

/** A history in which the model has made a call, with what follows. */
export function afterCall(...rest: readonly Json[]): Json {
  return { input: [message("user", "How is the weather?"), ...rest], tools: [weather] };
}

/** 1 by 1 pixel. */
export const image: Json = {
  type: "input_image",
  detail: "auto",
  image_url:
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
};
