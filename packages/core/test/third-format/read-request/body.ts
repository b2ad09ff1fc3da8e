import {
  type Block,
  type Conversation,
  type JsonObject,
  type ParsedRequest,
  ServiceError,
  type Tool,
  type Turn,
} from "../../../src/index.js";
import { isObject, type LocalMessage, type LocalRequest } from "../wire/types.js";

/** A validated request. @throws ServiceError `bad_request` */
export function parseRequest(body: unknown): ParsedRequest {
  const request = validate(body);
  return {
    model: request.model,
    stream: request.stream ?? true,
    body: request,
    maxTokens: toNumber(request.options?.num_predict),
    choices: 1,
    conversation: () => toConversation(request),
    *readConversation() {
      return toConversation(request);
    },
  };
}

function validate(body: unknown): LocalRequest {
  if (!isObject(body)) throw badRequest("the body must be an object");
  if (typeof body.model !== "string" || body.model === "") throw badRequest("model is required");
  const { messages } = body;
  if (!Array.isArray(messages) || !messages.every(isMessage)) throw badRequest("invalid messages");
  return body as LocalRequest;
}

function isMessage(value: unknown): boolean {
  return isObject(value) && typeof value.role === "string";
}

function badRequest(message: string): ServiceError {
  return new ServiceError({ kind: "bad_request", message });
}

function toConversation(body: LocalRequest): Conversation {
  const { model, messages, stream, options = {}, tools = [], think, format, ...rest } = body;
  const { temperature, top_p, top_k, seed, stop, num_predict, ...others } = options;
  const turns = toTurns(messages);
  const first = turns.findIndex(({ role }) => role !== "system");
  const leading = first < 0 ? turns.length : first;
  return {
    model,
    system: turns.slice(0, leading).flatMap(({ blocks }) => blocks),
    turns: turns.slice(leading),
    tools: tools.map(toTool),
    toolChoice: undefined,
    parallelToolCalls: undefined,
    maxTokens: toNumber(num_predict),
    stopSequences: Array.isArray(stop) ? stop : [],
    temperature: toNumber(temperature),
    topP: toNumber(top_p),
    topK: toNumber(top_k),
    seed: toNumber(seed),
    reasoning: think === undefined ? undefined : { mode: think ? "enabled" : "disabled" },
    output: isObject(format) ? { type: "json_schema", schema: format } : format && { type: "json" },
    userId: undefined,
    serviceTier: undefined,
    cache: undefined,
    extensions: { ...rest, ...(Object.keys(others).length > 0 && { options: others }) },
  };
}

function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Calls have no ids on this wire, so they are numbered; results answer them in their order. */
function toTurns(messages: readonly LocalMessage[]): readonly Turn[] {
  let calls = 0;
  let results = 0;
  return messages.map((message, index): Turn => {
    const at = `/messages/${index}`;
    const { role, content = "", thinking, images = [], tool_calls = [] } = message;
    if (role === "tool") {
      const result = { callId: `call_${results++}`, content: textOf(content, at), isError: false };
      return { role: "user", at, blocks: [{ type: "tool_result", at, ...result }] };
    }
    const called = tool_calls.map(({ function: { name, arguments: input } }): Block => {
      const id = `call_${calls++}`;
      return { type: "tool_call", id, name, arguments: JSON.stringify(input), at };
    });
    const thought: readonly Block[] = thinking ? [{ type: "thinking", text: thinking, at }] : [];
    const shown = images.map((data): Block => {
      return { type: "image", source: { type: "base64", mediaType: "image/png", data }, at };
    });
    return { role, at, blocks: [...thought, ...shown, ...textOf(content, at), ...called] };
  });
}

function textOf(text: string, at: string): readonly Block[] {
  return text === "" ? [] : [{ type: "text", text, at: `${at}/content` }];
}

function toTool({ function: definition }: JsonObject, index: number): Tool {
  const { name, description, parameters } = isObject(definition) ? definition : {};
  return {
    type: "function",
    name: String(name),
    description: typeof description === "string" ? description : undefined,
    parameters: isObject(parameters) ? parameters : {},
    at: `/tools/${index}`,
  };
}
