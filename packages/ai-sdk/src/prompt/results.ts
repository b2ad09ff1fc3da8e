import type {
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { ToolResultBlock } from "@diglot/core";
import { noteError } from "@diglot/core/frameworks";
import { rules } from "../rules.js";
import type { PromptContext } from "./context.js";
import { toCacheOptions } from "./part-options.js";
import { type ContentPart, toParts } from "./parts.js";

/** The result of a tool, and the files that follow in a message of the user. */
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
  const options = toCacheOptions(block, context);
  const { output, attached } = toOutput(block, context);
  return {
    part: {
      ...{ type: "tool-result", toolCallId, toolName, output },
      ...(options && { providerOptions: options }),
    },
    attached: attached.length > 0 ? [toLabel(toolCallId), ...attached] : [],
  };
}

interface WrittenOutput {
  readonly output: LanguageModelV4ToolResultOutput;
  readonly attached: readonly ContentPart[];
}

function toOutput(block: ToolResultBlock, context: PromptContext): WrittenOutput {
  const { isError, content, at = "" } = block;
  const isMixed = context.resultFiles && content.some(({ type }) => type !== "text");
  // An output with files has no mark of an error.
  const parts = toParts(isMixed ? noteError(block, context.receipt) : content, context);
  if (isMixed && !parts.every(isText)) {
    const value = parts.map((part) => toOutputPart(part, context));
    return { output: { type: "content", value }, attached: [] };
  }
  const attached = parts.filter((part) => !isText(part));
  if (attached.length > 0) context.receipt.apply(rules.attached, at);
  const texts = attached.length > 0 ? [...parts, notice] : parts;
  const value = texts.flatMap((part) => (isText(part) ? [part.text] : [])).join("\n");
  return { output: { type: isError ? "error-text" : "text", value }, attached };
}

const notice: ContentPart = { type: "text", text: "[Its files follow in the next user message.]" };

function toLabel(id: string): ContentPart {
  return { type: "text", text: `Attached to the result of tool call ${id}:` };
}

function isText(part: ContentPart): part is LanguageModelV4TextPart {
  return part.type === "text";
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
