import type { ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam, SourceParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badRequest } from "../validate/problem.js";

/** The most images in one request; models with a small context window take fewer. */
const mostImages = 600;

/** Checks the number of images, including those inside other blocks. */
export function findMediaProblem({ messages }: MessagesRequest): ServiceError | undefined {
  const count = messages.reduce((sum, { content }) => sum + countImages(content), 0);
  if (count <= mostImages) return undefined;
  return badRequest(
    `Too much media: 0 document pages + ${count} images > ${mostImages}`,
    "messages",
  );
}

function countImages(content: unknown): number {
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum: number, block: ContentBlockParam) => {
    if (block.type === "image") return sum + 1;
    const isDocument = block.type === "document";
    return sum + countImages(isDocument ? (block.source as SourceParam).content : block.content);
  }, 0);
}
