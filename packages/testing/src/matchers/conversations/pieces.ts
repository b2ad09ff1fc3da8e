import type { Block, Conversation, MediaSource } from "@diglot/core";
import type { FoldedReply } from "@diglot/core/translation";
import { toolNamesOf } from "../../fake/script/observed-request.js";

/** A call of a tool, as a conversation holds it. */
export interface CallPiece {
  readonly type: "tool_call";
  readonly name: string;
  /** The arguments as JSON text. */
  readonly arguments: string;
}

/** What a tool gave, as a conversation holds it. */
export interface ResultPiece {
  readonly type: "tool_result";
  /** The name of the tool, from the call; undefined if the conversation has no such call. */
  readonly name: string | undefined;
  /** Its texts, a line each. */
  readonly text: string;
  readonly isError: boolean;
}

/** A text; `kind` says what it is, and for what is no text at all it is in the text: `image`. */
export interface TextPiece {
  readonly type: "text" | "thinking" | "refusal" | "other";
  readonly text: string;
}

/** The smallest thing that a conversation is made of, and who said it. */
export type Piece = { readonly role: string } & (CallPiece | ResultPiece | TextPiece);

/** The instructions before the first turn. */
export function instructionPieces(conversation: Conversation): readonly Piece[] {
  return conversation.system.map((block) => toPiece("system", block, new Map()));
}

/** All turns of a request, block by block. */
export function turnPieces(conversation: Conversation): readonly Piece[] {
  const names = toolNamesOf(conversation);
  return conversation.turns.flatMap(({ role, blocks }) =>
    blocks.map((block) => toPiece(role, block, names)),
  );
}

/** The blocks of a reply. */
export function replyPieces(reply: FoldedReply): readonly Piece[] {
  return reply.blocks.map((block) => ({ role: "assistant", ...ofReply(block) }));
}

function toPiece(role: string, block: Block, names: ReadonlyMap<string, string>): Piece {
  switch (block.type) {
    case "text":
    case "thinking":
    case "refusal":
      return { role, type: block.type, text: block.text };
    case "tool_call":
      return { role, type: block.type, name: block.name, arguments: block.arguments };
    case "tool_result": {
      const { callId, content, isError } = block;
      const text = content.map((part) => textOf(toPiece(role, part, names))).join("\n");
      return { role, type: block.type, name: names.get(callId), text, isError };
    }
    default:
      return { role, type: "other", text: describe(block) };
  }
}

function ofReply({ opened, text }: FoldedReply["blocks"][number]): CallPiece | TextPiece {
  switch (opened.type) {
    case "tool_call":
      return { type: opened.type, name: opened.name, arguments: text };
    case "redacted_thinking":
    case "native":
      return { type: "other", text: describe(opened) };
    default:
      return { type: opened.type, text };
  }
}

/** Only texts and what stands for other things; a result has no calls in it. */
function textOf(piece: Piece): string {
  if (piece.type === "other") return `(${piece.text})`;
  return "text" in piece ? piece.text : "";
}

type Opaque =
  | Exclude<
      Block,
      { readonly type: "text" | "thinking" | "refusal" | "tool_call" | "tool_result" | "native" }
    >
  | { readonly type: "native"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly type: "redacted_thinking" };

function describe(block: Opaque): string {
  switch (block.type) {
    case "image":
      return `image ${describeSource(block.source)}`;
    case "document":
      return `document ${block.title ?? describeSource(block.source)}`;
    case "audio":
      return `audio ${block.encoding}`;
    case "redacted_thinking":
      return "redacted thinking";
    case "native":
      return String(block.value.type);
  }
}

function describeSource(source: MediaSource): string {
  switch (source.type) {
    case "url":
      return source.url;
    case "file":
      return source.fileId;
    case "blocks":
      return `of ${source.blocks.length} blocks`;
    default:
      return source.mediaType;
  }
}
