import { clip } from "../../../errors/clip.js";
import type { ServiceError } from "../../../errors/service-error.js";
import type { RequestMessage } from "../schemas/messages.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { longestQuote, refuse } from "../validate/problem.js";

/** What a message of the assistant may have instead of content. */
const insteadOfContent = ["tool_calls", "function_call", "audio", "refusal"];

/**
 * Finds a message of the user without content, or one of the assistant that has nothing else either.
 * The vendor treats absent content as null, whatever it says of other roles.
 */
export function findAbsentContentFault({
  messages,
}: ChatCompletionRequest): ServiceError | undefined {
  const index = messages.findIndex(lacksContent);
  if (index < 0) return undefined;
  // These params have a dot before the index; the vendor writes them so.
  const param = `messages.[${index}].content`;
  return refuse("Invalid value for 'content': expected a string, got null.", param);
}

function lacksContent(message: RequestMessage): boolean {
  if (message.content !== undefined && message.content !== null) return false;
  if (message.role !== "assistant") return message.role === "user";
  return insteadOfContent.every((name) => message[name] === undefined || message[name] === null);
}

/** Finds an image whose URL is none. The vendor says so as if it had tried to download it. */
export function findImageUrlFault({ messages }: ChatCompletionRequest): ServiceError | undefined {
  for (const url of messages.flatMap(listImageUrls)) {
    if (url.startsWith("data:") || URL.canParse(url)) continue;
    const shown = clip(url, longestQuote);
    return refuse(
      `Failed to download image from ${shown}. Image URL is invalid.`,
      undefined,
      "invalid_image_url",
    );
  }
  return undefined;
}

function listImageUrls({ role, content }: RequestMessage): readonly string[] {
  if (role !== "user" || !Array.isArray(content)) return [];
  return content.flatMap(({ type, image_url }) =>
    type === "image_url" && image_url ? [image_url.url] : [],
  );
}
