import type { SampleRequest } from "../rule.js";

/** Members of a block, a tool or a body. */
export type Members = Readonly<Record<string, unknown>>;

/** A sample with these members of the body. */
export function body(members: Members, headers?: SampleRequest["headers"]): SampleRequest {
  return { body: members, ...(headers && { headers }) };
}

/** A sample with this conversation, and perhaps more. */
export function talk(
  turns: readonly (readonly [role: string, content: unknown])[],
  members: Members = {},
): SampleRequest {
  return body({ messages: turns.map(([role, content]) => ({ role, content })), ...members });
}

/** A sample of one user message that is made of these blocks. */
export function say(...blocks: readonly Members[]): SampleRequest {
  return talk([["user", blocks]]);
}

/** A sample with these tools, and perhaps more. */
export function withTools(tools: readonly Members[], members: Members = {}): SampleRequest {
  return body({ tools, ...members });
}

/** A tool that the caller runs. */
export function tool(members: Members = {}): Members {
  return { name: "get_weather", input_schema: { type: "object" }, ...members };
}

/** A text block. */
export function text(value: string, members: Members = {}): Members {
  return { type: "text", text: value, ...members };
}

/** A call of a tool that the caller runs. */
export function use(id: string, members: Members = {}): Members {
  return { type: "tool_use", id, name: "get_weather", input: {}, ...members };
}

/** The result of such a call. */
export function result(id: string, members: Members = {}): Members {
  return { type: "tool_result", tool_use_id: id, content: "Sunny", ...members };
}

/** A conversation with one call and the answer to it. */
export function answered(
  call: readonly Members[],
  answer: readonly Members[],
  members: Members = {},
): SampleRequest {
  return talk(
    [
      ["user", "Weather?"],
      ["assistant", call],
      ["user", answer],
    ],
    members,
  );
}

/** Cache control, as a member. */
export function cacheControl(members: Members = {}): Members {
  return { cache_control: { type: "ephemeral", ...members } };
}

/** An image in base64. */
export function image(media_type: string, data = "iVBORw0KGgo="): Members {
  return { type: "image", source: { type: "base64", media_type, data } };
}

/** A document that is a text. */
export function document(members: Members = {}): Members {
  const source = { type: "text", media_type: "text/plain", data: "A page." };
  return { type: "document", source, ...members };
}

/** A call of a tool that the service runs. */
export const serverCall: Members = {
  type: "server_tool_use",
  id: "srvtoolu_01",
  name: "web_search",
  input: {},
};

/** The result of that call. */
export const serverResult: Members = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_01",
  content: [],
};

/** The headers of a request under the version of October 2026. */
export const version26 = { "anthropic-version": "2026-10-21" };

/** The headers that switch a beta feature on. */
export function beta(value: string): NonNullable<SampleRequest["headers"]> {
  return { "anthropic-beta": value };
}
