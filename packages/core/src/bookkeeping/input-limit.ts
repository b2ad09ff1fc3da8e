import type { MediaTokens } from "../accounts/prices/prices.js";
import { estimateTokensOf, tokensPerAttachment } from "../conversation/usage/estimate.js";
import type { AttachedFiles } from "../formats/format.js";
import { toPointer } from "../json/pointer.js";
import { isObject, type JsonObject, toObject } from "../json/value.js";

/** The most tokens of one image: services scale larger ones down until they have fewer. */
const mostTokensPerImage = 5_000;
/** The most tokens of one image with the detail `original`: 10,000 patches, each of 1.2 tokens. */
const mostTokensPerOriginal = 12_000;
/** The largest context window that vendors document, for models whose own is not known. */
const largestWindow = 1_000_000;

/** The size of a request's input. */
export interface InputSize {
  /** Bytes that are text. A token has at least one byte, so they are an upper limit of its tokens. */
  readonly textBytes: number;
  readonly images: number;
  /** Images that the service does not scale down to the usual size. */
  readonly originals: number;
  /**
   * Documents, sounds, videos and files. Neither their pages nor their lengths can be read from a
   * compressed body, a URL or an id.
   */
  readonly others: number;
  /** The place of the first sound, as a JSON pointer. */
  readonly audioAt: string | undefined;
  /** An approximation, in tokens; the rate limits of the request are charged with it. */
  readonly estimate: number;
}

/** Measures the input of a request. `body` is the parsed body, in either format; `attached` are its files. */
export function measureInput(
  bytes: Uint8Array,
  body: JsonObject,
  attached?: AttachedFiles,
): InputSize {
  const { images, originals, imageBytes, others, audioAt } = attached
    ? toMedia(attached)
    : mediaOf(body);
  const textBytes = Math.max(0, bytes.length - imageBytes);
  const attachments = images + originals + others;
  const estimate = estimateTokensOf(textBytes) + attachments * tokensPerAttachment;
  return { textBytes, images, originals, others, audioAt, estimate };
}

/**
 * An upper limit of the input, in tokens. What has no text in the body may fill the context window: no
 * vendor reads, or bills, more than that at once.
 * @param window the model's context window, if it is known
 */
export function inputLimitOf(
  { textBytes, images, originals, others }: InputSize,
  window: number = largestWindow,
  { image, other }: MediaTokens = {},
): number {
  const known =
    textBytes +
    images * (image ?? mostTokensPerImage) +
    originals * (image ?? mostTokensPerOriginal);
  if (others === 0) return known;
  return other === undefined ? Math.max(known, window) : known + others * other;
}

/** The parts of a request that are not text in its body. */
interface Media {
  images: number;
  originals: number;
  /** Bytes of the body that are images, or files. */
  imageBytes: number;
  others: number;
  audioAt: string | undefined;
}

function toMedia({ images, others, bytes }: AttachedFiles): Media {
  return { images, originals: 0, imageBytes: bytes, others, audioAt: undefined };
}

/** Looks only where content blocks can be, so that a tool's arguments cannot pass for an image. */
function mediaOf({ messages, system }: JsonObject): Media {
  const media: Media = { images: 0, originals: 0, imageBytes: 0, others: 0, audioAt: undefined };
  if (Array.isArray(system)) seeBlocks(media, system, "system");
  if (!Array.isArray(messages)) return media;
  for (let index = 0; index < messages.length; index++) {
    const { content, audio = null } = toObject(messages[index]);
    if (Array.isArray(content)) seeBlocks(media, content, index);
    // A reply that was spoken is repeated by its id.
    if (audio !== null) seeSound(media, index);
  }
  return media;
}

/** @param place the index of the message, or the member of the body */
function seeBlocks(media: Media, content: readonly unknown[], place: number | string): void {
  for (const block of content) {
    if (!isObject(block)) continue;
    const see = kinds.get(block.type);
    if (see === undefined) media.others += 1;
    else if (see !== "text") see(media, block, place);
  }
}

type See = (media: Media, block: JsonObject, place: number | string) => void;

/** Blocks whose tokens are text in the body. */
const textTypes = [
  "text",
  "input_text",
  "output_text",
  "refusal",
  "thinking",
  "redacted_thinking",
  "reasoning",
  "search_result",
  "tool_use",
  "server_tool_use",
  "mcp_tool_use",
  "mcp_tool_listing",
  "tool_reference",
  "tool_addition",
  "tool_removal",
  "browser_state",
  "compaction",
  "connector_text",
  "fallback",
  "advisor_tool_result",
  "bash_code_execution_tool_result",
  "code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "web_search_tool_result",
];

/** What to see in a block, by its type. A block of any other type may be anything. */
const kinds: ReadonlyMap<unknown, See | "text"> = /* @__PURE__ */ new Map<unknown, See | "text">([
  ...textTypes.map((type): [string, "text"] => [type, "text"]),
  ["image", (media, { source }) => seeImage(media, toObject(source))],
  ["image_url", seeImageUrl],
  ["document", (media, { source }, place) => seeDocument(media, toObject(source), place)],
  ["file", (media, { file }) => seeData(media, toObject(file).file_data)],
  ["input_audio", (media, _block, place) => seeSound(media, place)],
  ["audio_url", (media, _block, place) => seeSound(media, place)],
  ["tool_result", seeContent],
  ["mcp_tool_result", seeContent],
  [
    "web_fetch_tool_result",
    (media, { content }, place) => seeBlocks(media, [toObject(content).content], place),
  ],
]);

function seeContent(media: Media, { content }: JsonObject, place: number | string): void {
  if (Array.isArray(content)) seeBlocks(media, content, place);
}

/** An image of Messages. Services refuse whatever else a URL or a file turns out to be. */
function seeImage(media: Media, { type, media_type, data }: JsonObject): void {
  if (type !== "base64") media.images += 1;
  else if (isImage(media_type)) addImage(media, data);
  else media.others += 1;
}

/** An image of Chat Completions, in the body or by its URL. */
function seeImageUrl(media: Media, { image_url }: JsonObject): void {
  const { url = image_url, detail } = toObject(image_url);
  const text = typeof url === "string" ? url.slice(0, 40) : "";
  const inBody = /^data:image\//i.test(text);
  if (!inBody && !/^https?:/i.test(text)) media.others += 1;
  else if (detail === "original") {
    media.originals += 1;
    if (inBody) media.imageBytes += String(url).length;
  } else addImage(media, inBody ? url : "");
}

function addImage(media: Media, data: unknown): void {
  media.images += 1;
  if (typeof data === "string") media.imageBytes += data.length;
}

function isImage(type: unknown): boolean {
  return typeof type === "string" && /^image\//i.test(type);
}

function seeDocument(media: Media, source: JsonObject, place: number | string): void {
  const { type, media_type } = source;
  if (type === "content") seeContent(media, source, place);
  else if (type === "text") return;
  else if (type !== "base64" || !/^text\//i.test(String(media_type))) media.others += 1;
}

/** A file of Chat Completions: only text counts as its bytes. */
function seeData(media: Media, data: unknown): void {
  if (typeof data !== "string" || !/^data:text\//i.test(data.slice(0, 40))) media.others += 1;
}

function seeSound(media: Media, place: number | string): void {
  media.others += 1;
  media.audioAt ??= toPointer(typeof place === "number" ? ["messages", place] : [place]);
}
