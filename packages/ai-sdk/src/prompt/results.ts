import type {
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { ToolResultBlock } from "@diglot/core";
import type { PromptContext } from "./context.js";
import { toCacheOptions } from "./part-options.js";
import { type ContentPart, toParts } from "./parts.js";

/** The result of a tool. @param toolName the name in the call that it belongs to */
export function toResult(
  block: ToolResultBlock,
  toolName: string,
  context: PromptContext,
): LanguageModelV4ToolResultPart {
  const options = toCacheOptions(block, context);
  return {
    type: "tool-result",
    toolCallId: block.callId,
    toolName,
    output: toOutput(block, toParts(block.content, context), context),
    ...(options && { providerOptions: options }),
  };
}

/** An output with files has no mark of an error, so its texts decide if there is one. */
function toOutput(
  { isError }: ToolResultBlock,
  parts: readonly ContentPart[],
  context: PromptContext,
): LanguageModelV4ToolResultOutput {
  if (isError || parts.every(({ type }) => type === "text")) {
    const value = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    return { type: isError ? "error-text" : "text", value };
  }
  return { type: "content", value: parts.map((part) => toOutputPart(part, context)) };
}

type OutputPart = Extract<LanguageModelV4ToolResultOutput, { type: "content" }>["value"][number];

function toOutputPart(part: ContentPart, { fileData }: PromptContext): OutputPart {
  if (part.type === "text" || fileData === "tagged") return part;
  const { data, mediaType, filename } = part as unknown as PlainFile;
  const kind = mediaType.startsWith("image/") ? "image" : "file";
  const plain =
    data instanceof URL
      ? { type: `${kind}-url`, url: data.href, ...(kind === "file" && { mediaType }) }
      : { type: `${kind}-data`, data: toBase64(data), mediaType, ...(filename && { filename }) };
  return plain as unknown as OutputPart;
}

/** A file as version 3 of the provider specification has it. */
interface PlainFile {
  readonly data: URL | Uint8Array | string;
  readonly mediaType: string;
  readonly filename?: string;
}

function toBase64(data: Uint8Array | string): string {
  if (typeof data === "string") return data;
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
}
