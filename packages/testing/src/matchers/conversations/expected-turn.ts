import { parseJson } from "../../common/json.js";
import { holdsText } from "../../fake/script/holds-text.js";
import type { TextMatcher } from "../../fake/script/matcher.js";
import { equals, toJson } from "../equals.js";
import { toLine } from "./conversation-lines.js";
import type { Piece } from "./pieces.js";

/** One block of a conversation, in members; all that are present must hold. */
export interface ExpectedParts {
  /** `user`, `assistant` or `system`. */
  readonly role: string;
  /** A part of its text, or a pattern. */
  readonly text?: TextMatcher | undefined;
  /** A call of this tool; with arguments: exactly these. */
  readonly toolCall?:
    | { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> | undefined }
    | undefined;
  /** A result of this tool; a text is a part of it. */
  readonly toolResult?:
    | {
        readonly name?: string | undefined;
        readonly text?: TextMatcher | undefined;
        readonly isError?: boolean | undefined;
      }
    | undefined;
}

/**
 * One block of a conversation: its whole line (`user: Hi`, `assistant: add({"a":1})`,
 * `user: add → 3`), a pattern for its line, or members.
 */
export type ExpectedTurn = string | RegExp | ExpectedParts;

/** Whether a piece is what was expected. White space and order in the arguments of calls do not count. */
export function isExpected(piece: Piece, expected: ExpectedTurn): boolean {
  if (expected instanceof RegExp) return holdsText(toLine(piece), expected);
  if (typeof expected === "string") return isSameLine(piece, expected);
  return piece.role === expected.role && hasParts(piece, expected);
}

/** What was expected, on one line. */
export function expectedLine(expected: ExpectedTurn): string {
  return typeof expected === "string" ? expected : wordsOf(expected);
}

/** Who was expected to speak; undefined for a pattern, which does not say it. */
export function expectedRole(expected: ExpectedTurn | undefined): string | undefined {
  if (expected === undefined || expected instanceof RegExp) return undefined;
  return typeof expected === "string" ? /^\w+(?=:)/.exec(expected)?.[0] : expected.role;
}

function isSameLine(piece: Piece, line: string): boolean {
  if (toLine(piece) === line) return true;
  const start = piece.type === "tool_call" ? `${piece.role}: ${piece.name}(` : undefined;
  if (piece.type !== "tool_call" || !start || !line.startsWith(start)) return false;
  const expected = parseJson(line.slice(start.length, -1));
  return line.endsWith(")") && expected !== undefined && sameJson(piece.arguments, expected);
}

function hasParts(piece: Piece, { text, toolCall, toolResult }: ExpectedParts): boolean {
  if (text !== undefined && !(piece.type === "text" && holdsText(piece.text, text))) return false;
  if (toolCall && !isCall(piece, toolCall)) return false;
  return !toolResult || isResult(piece, toolResult);
}

function isCall(piece: Piece, call: NonNullable<ExpectedParts["toolCall"]>): boolean {
  if (piece.type !== "tool_call" || piece.name !== call.name) return false;
  return call.arguments === undefined || sameJson(piece.arguments, call.arguments);
}

function isResult(piece: Piece, result: NonNullable<ExpectedParts["toolResult"]>): boolean {
  if (piece.type !== "tool_result") return false;
  const { name = piece.name, text = "", isError = piece.isError } = result;
  return piece.name === name && piece.isError === isError && holdsText(piece.text, text);
}

function sameJson(text: string, expected: unknown): boolean {
  const value = parseJson(text);
  return value !== undefined && equals(value, expected);
}

function wordsOf(expected: RegExp | ExpectedParts): string {
  if (expected instanceof RegExp) return String(expected);
  const { role, text, toolCall, toolResult } = expected;
  const words = [
    ...(text === undefined ? [] : [typeof text === "string" ? `…${text}…` : String(text)]),
    ...(toolCall ? [`${toolCall.name}(${argumentWords(toolCall.arguments)})`] : []),
    ...(toolResult ? [`${toolResult.name ?? "…"} → ${String(toolResult.text ?? "…")}`] : []),
  ];
  return `${role}: ${words.join(" ") || "…"}`;
}

function argumentWords(value: Readonly<Record<string, unknown>> | undefined): string {
  return value === undefined ? "…" : toJson(value);
}
