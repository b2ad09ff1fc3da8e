import type { FieldPath } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import type { ContentBlockParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import type { MessagesHead } from "../wire/head.js";
import { badField, badRequest, textExtraInputs } from "./problem.js";

/** The version that removed the sampling parameters and two kinds of content. */
const versionWithoutSampling = "2026-10-21";
const samplingFields = ["temperature", "top_p", "top_k"] as const;
const mostPlaces = 10;

/** Whether the rules of the version of October 2026 apply to a request. */
export function isAfterSampling(head: MessagesHead): boolean {
  return head.version >= versionWithoutSampling;
}

/**
 * Refuses sampling parameters with any value in a version that no longer has them; in both
 * profiles, and for the token counter too. Accepts a body of any shape.
 * @throws ServiceError `bad_request`
 */
export function assertVersionFields(body: unknown, head: MessagesHead): void {
  if (!isAfterSampling(head) || typeof body !== "object" || body === null) return;
  const fields = body as JsonObject;
  for (const field of samplingFields) {
    if (fields[field] != null) throw badField([field], textExtraInputs);
  }
}

/**
 * Refuses content that the version no longer has: documents directly in assistant messages and
 * citations in the text of user messages; in both profiles, and for the token counter too.
 * @throws ServiceError `bad_request`
 */
export function assertVersionContent(request: MessagesRequest, head: MessagesHead): void {
  if (!isAfterSampling(head)) return;
  assertNoAssistantDocuments(request);
  request.messages.forEach((message, index) => {
    if (message.role === "user") assertNoCitations(message.content, ["messages", index, "content"]);
  });
}

function assertNoAssistantDocuments({ messages }: MessagesRequest): void {
  const places = messages.flatMap((message, index) =>
    message.role === "assistant" && Array.isArray(message.content)
      ? message.content.flatMap((block: ContentBlockParam, position) =>
          block.type === "document" ? [`messages.${index}.content.${position}`] : [],
        )
      : [],
  );
  if (places.length === 0) return;
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : "";
  throw badRequest(
    `${places.slice(0, mostPlaces).join(", ")}${more}: \`document\` blocks are not permitted in assistant messages`,
    places[0],
  );
}

function assertNoCitations(content: unknown, path: FieldPath): void {
  if (!Array.isArray(content)) return;
  content.forEach((block: ContentBlockParam, index) => {
    if (block.type === "text" && Array.isArray(block.citations) && block.citations.length > 0) {
      throw badField(
        [...path, index, "text", "citations"],
        "citations are not permitted in user messages",
      );
    }
    if (block.type === "tool_result" || block.type === "search_result") {
      assertNoCitations(block.content, [...path, index, block.type, "content"]);
    }
  });
}
