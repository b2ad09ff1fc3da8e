import {
  below,
  findIssue,
  quote,
  refuse,
  type Schema,
  type ServiceError,
} from "@diglot/core/formats";
import * as z from "zod/mini";
import type { InputItem } from "../schemas/items.js";
import { refuseInput, toServiceError } from "../validate/problem.js";
import { callTypes, outputTypes } from "../wire/item-kinds.js";
import { findUnknownMember } from "./unknown-members.js";

const message: ReadonlySet<string> = new Set(["type", "id", "status", "role", "content"]);
const assistantMessage: ReadonlySet<string> = new Set([...message, "phase"]);
/** Items with the id of a call. */
const withCalls: ReadonlySet<string> = new Set([...callTypes, ...outputTypes]);

/** What the id of an item begins with. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ["message", "msg"],
  ["reasoning", "rs"],
  ["function_call", "fc"],
]);

const callId = z.string().check(z.minLength(1, { abort: true }), z.maxLength(64, { abort: true }));
const withCallId: Schema = z.object({ call_id: z.optional(callId) });

/**
 * What the vendor refuses in one item and the open profile accepts. Of unknown members only those of
 * messages are known to be refused; the official client adds some to the calls that it gives back.
 */
export function findItemFault(item: InputItem, index: number): ServiceError | undefined {
  const type = item.type ?? "message";
  const at = `input[${index}]`;
  const known = type === "message" ? toMessageMembers(item) : undefined;
  return (
    (known && findUnknownMember(item, known, at)) ??
    findPrefixFault(item, type, at) ??
    findCallIdFault(item, type, index)
  );
}

/** Only the assistant has phases. */
function toMessageMembers({ role }: InputItem): ReadonlySet<string> {
  return role === "assistant" ? assistantMessage : message;
}

function findPrefixFault({ id }: InputItem, type: string, at: string): ServiceError | undefined {
  const prefix = prefixes.get(type);
  if (id == null || prefix === undefined || id.startsWith(prefix)) return undefined;
  return refuse(
    `Invalid '${at}.id': ${quote(id)}. Expected an ID that begins with '${prefix}'.`,
    `${at}.id`,
    "invalid_id_prefix",
  );
}

function findCallIdFault(item: InputItem, type: string, index: number): ServiceError | undefined {
  const issue = withCalls.has(type) ? findIssue(withCallId, item) : undefined;
  return issue && toServiceError(below(issue, "input", index));
}

/** Two items with one id. */
export function findDuplicateFault(items: readonly InputItem[]): ServiceError | undefined {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (id == null) continue;
    if (seen.has(id)) {
      return refuseInput(
        `Duplicate item found with id ${quote(id).slice(1, -1)}. Remove duplicate items from your input and try again.`,
      );
    }
    seen.add(id);
  }
  return undefined;
}
