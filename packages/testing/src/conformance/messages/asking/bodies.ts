import type { Json } from "../../expect.js";

/** The headers of the newer of the two versions. */
export const newVersion = { "anthropic-version": "2026-10-21" };

/** The member `messages`, from pairs of role and content. */
export function talk(...turns: readonly (readonly [role: string, content: unknown])[]): Json {
  return { messages: turns.map(([role, content]) => ({ role, content })) };
}

/** A text block. */
export function text(value: string, change: Json = {}): Json {
  return { type: "text", text: value, ...change };
}

/** A tool for the weather of a city. */
export function tool(change: Json = {}): Json {
  const properties = { city: { type: "string" }, note: { type: "string" } };
  return {
    name: "get_weather",
    description: "Tells the weather of a city.",
    input_schema: { type: "object", properties, required: ["city"] },
    ...change,
  };
}

/** A call of that tool, as the assistant made it. */
export function use(id: string): Json {
  return { type: "tool_use", id, name: "get_weather", input: { city: "Oslo" } };
}

/** The result of a call. */
export function result(id: string, content: unknown = "sunny"): Json {
  return { type: "tool_result", tool_use_id: id, content };
}

/** A document that is plain text. */
export const plainDocument: Json = {
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "Oslo is sunny." },
};

/** A citation of that document, as the assistant gives it. */
export const citation: Json = {
  type: "char_location",
  cited_text: "Oslo",
  document_index: 0,
  document_title: null,
  start_char_index: 0,
  end_char_index: 4,
  file_id: null,
};

/** A member that asks for the cache. */
const cacheControl: Json = { cache_control: { type: "ephemeral" } };

/** So many text blocks that each ask for the cache. */
export function marked(count: number): Json {
  return talk([
    "user",
    Array.from({ length: count }, (_, index) => text(`Part ${index}.`, cacheControl)),
  ]);
}

/** An image of one pixel, under any media type. */
export function image(mediaType: string): Json {
  const data =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}
