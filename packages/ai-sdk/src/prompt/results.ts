import type {
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { ToolResultBlock } from "@diglot/core";
import { attachFiles, noteError } from "@diglot/core/frameworks";
import type { PromptContext } from "./context.js";
import { toCacheOptions } from "./part-options.js";
import { type ContentPart, toParts } from "./parts.js";

/** The result of a tool, and the parts that follow in a message of the user. */
export interface WrittenResult {
  readonly part: LanguageModelV4ToolResultPart;
  readonly attached: readonly ContentPart[];
}

/** Writes the result of a tool. @param toolName the name in the call that it belongs to */
export function toResult(
  block: ToolResultBlock,
  toolName: string,
  context: PromptContext,
): WrittenResult {
  const { callId: toolCallId } = block;
  const { result, attached } = context.resultFiles
    ? { result: block, attached: [] }
    : attachFiles(block, context.receipt);
  const options = toCacheOptions(block, context);
  return {
    part: {
      ...{ type: "tool-result", toolCallId, toolName, output: toOutput(result, context) },
      ...(options && { providerOptions: options }),
    },
    attached: toParts(attached, context),
  };
}

/** An output with files has no mark of an error. */
function toOutput(block: ToolResultBlock, context: PromptContext): LanguageModelV4ToolResultOutput {
  const { isError, content } = block;
  if (content.some(({ type }) => type !== "text")) {
    const parts = toParts(noteError(block, context.receipt), context);
    return { type: "content", value: parts.map((part) => toOutputPart(part, context)) };
  }
  const value = toParts(content, context).flatMap((part) =>
    part.type === "text" ? [part.text] : [],
  );
  return { type: isError ? "error-text" : "text", value: value.join("\n") };
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
