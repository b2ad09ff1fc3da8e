import type { JsonObject } from "../../conversation/conversation.js";
import { estimateTokensOf, tokensPerAttachment } from "../../conversation/estimate.js";
import { isObject, toObject } from "../../json/value.js";

/** The most tokens of one image: services scale larger ones down until they have fewer. */
const mostTokensPerImage = 5_000;
/**
 * The tokens that are reserved for a document given by URL or by the id of a file: its length is not
 * known, so it is assumed to fill a context window of the usual size.
 */
const mostTokensPerDocument = 200_000;

/** The parts of a request that are not text in its body. */
interface Media {
  images: number;
  /** Bytes of the body that are images. */
  imageBytes: number;
  /** Documents that are not in the body. */
  documents: number;
  /** Documents and sounds in the body. */
  inline: number;
}

/** The size of a request's input, in tokens. */
export interface InputSize {
  /**
   * An upper limit: the bytes of the body, because a token has at least one byte. An image counts as a
   * constant instead of its bytes; what is only referenced, by a URL or an id, adds a constant.
   */
  readonly limit: number;
  /** An approximation; the rate limits of the request are charged with it. */
  readonly estimate: number;
}

/** Measures the input of a request. `body` is the parsed body, in either format. */
export function measureInput(bytes: Uint8Array, body: JsonObject): InputSize {
  const { images, imageBytes, documents, inline } = mediaOf(body);
  const text = Math.max(0, bytes.length - imageBytes);
  return {
    limit:
      text +
      images * mostTokensPerImage +
      documents * mostTokensPerDocument +
      inline * tokensPerAttachment,
    estimate: estimateTokensOf(text) + (images + documents + inline) * tokensPerAttachment,
  };
}

/** Looks only where content blocks can be, so that a tool's arguments cannot pass for an image. */
function mediaOf({ messages, system }: JsonObject): Media {
  const media: Media = { images: 0, imageBytes: 0, documents: 0, inline: 0 };
  seeBlocks(media, system);
  if (Array.isArray(messages)) {
    for (const message of messages) seeBlocks(media, toObject(message).content);
  }
  return media;
}

function seeBlocks(media: Media, content: unknown): void {
  if (!Array.isArray(content)) return;
  for (const block of content) {
    if (isObject(block) && typeof block.type === "string") kinds.get(block.type)?.(media, block);
  }
}

type See = (media: Media, block: JsonObject) => void;

const kinds: ReadonlyMap<string, See> = /* @__PURE__ */ new Map<string, See>([
  ["image", (media, { source }) => seeImage(media, dataOf(source))],
  ["image_url", (media, { image_url }) => seeImage(media, dataUrlOf(toObject(image_url).url))],
  ["document", (media, { source }) => seeDocument(media, toObject(source))],
  ["file", (media, { file }) => seeFile(media, "file_data" in toObject(file))],
  ["container_upload", (media) => seeFile(media, false)],
  ["input_audio", (media) => seeFile(media, true)],
  ["tool_result", (media, { content }) => seeBlocks(media, content)],
]);

/** The base64 text of a Messages source; empty if the source is not in the body. */
function dataOf(source: unknown): string {
  const { type, data } = toObject(source);
  return type === "base64" && typeof data === "string" ? data : "";
}

/** The URL of an image of Chat Completions, if the image is in it. */
function dataUrlOf(url: unknown): string {
  return typeof url === "string" && /^data:/i.test(url) ? url : "";
}

function seeImage(media: Media, inBody: string): void {
  media.images += 1;
  media.imageBytes += inBody.length;
}

function seeDocument(media: Media, source: JsonObject): void {
  if (source.type === "content") seeBlocks(media, source.content);
  else if (source.type !== "text") seeFile(media, source.type === "base64");
}

function seeFile(media: Media, isInBody: boolean): void {
  if (isInBody) media.inline += 1;
  else media.documents += 1;
}
