import type { Block } from "../../../conversation/conversation.js";
import type { OpenedBlock } from "../../../conversation/events.js";
import type {
  OfferedServerTool,
  PastServerTool,
  ServerToolCall,
  ServerToolFormat,
  ServerToolKind,
  ServerToolOutcome,
  WebSearchResult,
} from "../../../conversation/server-tools.js";
import { isObject, type JsonObject, toObject } from "../../../json/value.js";
import { formatName } from "../wire/names.js";
import { openContent, sealContent } from "../wire/sealed-content.js";

const kinds: readonly ServerToolKind[] = ["web_search", "web_fetch"];

/** About four characters make a token. */
const charactersOfToken = 4;

/** How the tools of this format that search the web and read pages are offered, called and answered. */
export const serverTools: ServerToolFormat = {
  areOffered: ({ tools }) => Array.isArray(tools) && tools.some((tool) => kindOf(tool)),
  readTool,
  readBlock,
  toCallId: (random) => `srvtoolu_${random}`,
  toCallBlocks: (call) => [
    native({ type: "server_tool_use", id: call.id, name: call.kind, input: call.input }),
  ],
  toResultBlocks: (call, outcome) => [
    native({
      type: `${call.kind}_tool_result`,
      tool_use_id: call.id,
      content: toContent(call, outcome),
      caller: { type: "direct" },
    }),
  ],
  toCitation: (web, text) => ({
    type: "citation",
    format: formatName,
    value: {
      type: "web_search_result_location",
      cited_text: text,
      url: web.url,
      title: web.title,
      encrypted_index: sealContent(web.url),
    },
    web,
  }),
};

/** What a tool is, if it searches or reads. Its type ends in a date. */
function kindOf(tool: unknown): ServerToolKind | undefined {
  const [, name] = /^(\w+)_\d+$/.exec(String(toObject(tool).type)) ?? [];
  return kinds.find((kind) => kind === name);
}

/** Whether the vendor runs a tool, and its results only add to a reply. */
export function isServerTool(tool: JsonObject): boolean {
  return kindOf(tool) !== undefined || /^code_execution_\d+$/.test(String(tool.type));
}

function readTool(value: JsonObject): readonly OfferedServerTool[] {
  const kind = kindOf(value);
  if (!kind) return [];
  const { max_uses: maxUses, max_content_tokens: tokens, user_location: userLocation } = value;
  return [
    {
      kind,
      ...(typeof maxUses === "number" && { maxUses }),
      ...(typeof tokens === "number" && { maxCharacters: tokens * charactersOfToken }),
      ...(isObject(userLocation) && { userLocation }),
      ...toDomains("allowedDomains", value.allowed_domains),
      ...toDomains("blockedDomains", value.blocked_domains),
    },
  ];
}

function toDomains(name: "allowedDomains" | "blockedDomains", value: unknown) {
  return Array.isArray(value) ? { [name]: value.map(String) } : {};
}

function native(value: JsonObject): OpenedBlock {
  return { type: "native", format: formatName, value };
}

function toContent({ kind }: ServerToolCall, outcome: ServerToolOutcome): unknown {
  switch (outcome.type) {
    case "error":
      return { type: `${kind}_tool_result_error`, error_code: outcome.code };
    case "results":
      return outcome.results.map(toResult);
    case "page": {
      const { url, title, text } = outcome.page;
      const source = { type: "text", media_type: "text/plain", data: text };
      const content = { type: "document", source, title: title ?? null, citations: null };
      return { type: "web_fetch_result", url, content, retrieved_at: outcome.retrievedAt };
    }
  }
}

function toResult({ url, title, text, age }: WebSearchResult): JsonObject {
  return {
    type: "web_search_result",
    title,
    url,
    encrypted_content: sealContent(text),
    page_age: age ?? null,
  };
}

function readBlock(value: JsonObject): PastServerTool | undefined {
  const { type, id, name, input, tool_use_id: callId, content } = value;
  const kind = kinds.find((one) => one === name);
  if (type === "server_tool_use" && kind) {
    return { type: "call", id: String(id), kind, input: toObject(input) };
  }
  if (!kinds.some((one) => type === `${one}_tool_result`)) return undefined;
  const isError = String(toObject(content).type).endsWith("_error");
  return { type: "result", callId: String(callId), content: toBlocks(content), isError };
}

/** What the model reads of an earlier result. What another service has sealed stays unknown. */
function toBlocks(content: unknown): readonly Block[] {
  const parts = Array.isArray(content) ? content : [content];
  const text = parts.map((part) => toText(toObject(part))).join("\n\n");
  return [{ type: "text", text }];
}

function toText({ url, title, encrypted_content: sealed, content, error_code: code }: JsonObject) {
  if (code !== undefined) return String(code);
  const { source, title: documentTitle } = toObject(content);
  const text = sealed === undefined ? toObject(source).data : openContent(String(sealed));
  const head = [title ?? documentTitle, url].filter((line) => typeof line === "string");
  return [...head, ...(typeof text === "string" ? [text] : [])].join("\n");
}
