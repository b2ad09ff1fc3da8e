import type { JsonObject } from "../../../json/value.js";
import type { ContentBlockParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";

/** What the request specifies about the form of its reply. */
export interface ReplyOptions {
  /** The text of thinking blocks is hidden; only their signatures are shown. */
  readonly hidesThinking: boolean;
  /** Text blocks have a list of citations, even an empty one. */
  readonly citesSources: boolean;
}

/** Reads the options of a reply off the request's body. */
export function readReplyOptions(body: JsonObject): ReplyOptions {
  const request = body as unknown as MessagesRequest;
  return {
    hidesThinking: request.thinking?.display === "omitted",
    citesSources: hasWebTool(request) || hasCitableBlock(request),
  };
}

function hasWebTool({ tools }: MessagesRequest): boolean {
  return tools?.some((tool) => tool.type?.startsWith("web_search_")) ?? false;
}

function hasCitableBlock({ messages }: MessagesRequest): boolean {
  return messages.some((message) => hasCitable(message.content));
}

/** Documents and search results can be cited if they enable it, also inside a tool result. */
function hasCitable(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  return content.some((block: ContentBlockParam) => {
    if (block.type === "tool_result") return hasCitable(block.content);
    if (block.type !== "document" && block.type !== "search_result") return false;
    const citations = block.citations;
    return typeof citations === "object" && citations !== null && "enabled" in citations
      ? citations.enabled === true
      : false;
  });
}
