import { type Check, checks, type MemberChecks } from "@diglot/core";
import { isJsonObject } from "../../common/json.js";
import { object } from "../../common/kinds.js";
import type { RecordedError, RecordedExchange, RecordedReply } from "../tape.js";

const { anything, is, listOf, shape, text } = checks;

/** An exchange as it stands in a file: its structure is the list of its lines. */
export type StoredExchange = Omit<RecordedExchange, "structure"> & {
  readonly structure: readonly string[];
};

const turn = shape("a turn", { blocks: { required: listOf(object) } });
const conversation = shape("a conversation", { turns: { required: listOf(turn) } });
const timedEvent = is("a time and an event", isTimedEvent);

const errorChecks: MemberChecks<RecordedError> = {
  milliseconds: { required: is("a number", isNumber) },
  kind: { required: text },
  message: { required: text },
  retryAfterSeconds: anything,
};

const replyChecks: MemberChecks<RecordedReply> = {
  events: { required: listOf(timedEvent) },
  error: shape("an error", errorChecks),
};

const exchangeChecks: MemberChecks<StoredExchange> = {
  structure: { required: listOf(text) },
  conversation: { required: conversation },
  choice: anything,
  reply: { required: shape("a reply", replyChecks) },
};

/**
 * Looks at the members on which replay relies. The events themselves are held against their grammar when
 * they are replayed.
 */
export const storedExchange: Check = shape("an exchange", exchangeChecks);

function isTimedEvent(value: unknown): boolean {
  return Array.isArray(value) && isNumber(value[0]) && isJsonObject(value[1]);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}
