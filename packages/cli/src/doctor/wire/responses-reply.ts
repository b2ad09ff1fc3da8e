import { parseJson } from "../../json/parse-json.js";
import { pick, pickList, pickNumber, pickText } from "../../json/pick.js";
import type { SmallReply } from "./small-reply.js";

/** The members of a reasoning item in which servers send reasoning. */
const reasoningMembers = ["summary", "content", "encrypted_content"];

/** Reads a reply; absent: the value has no output, or says that it has failed. */
export function readReply(value: unknown): SmallReply | undefined {
  const status = pickText(value, "status");
  if (!Array.isArray(pick(value, "output")) || status === "failed") return undefined;
  const items = pickList(value, "output");
  const ofType = (type: string) => items.filter((item) => pick(item, "type") === type);
  const reason = pickText(value, "incomplete_details", "reason");
  return {
    text: ofType("message").map(readText).join(""),
    calls: ofType("function_call").map((item) => ({
      name: pickText(item, "name"),
      arguments: parseJson(pickText(item, "arguments")),
    })),
    reasoningIn: reasoningMembers.filter((member) =>
      ofType("reasoning").some((item) => hasContent(pick(item, member))),
    ),
    finish: reason || status || undefined,
    isCut: reason === "max_output_tokens",
    inputTokens: pickNumber(value, "usage", "input_tokens"),
    outputTokens: pickNumber(value, "usage", "output_tokens"),
    cachedTokens: pickNumber(value, "usage", "input_tokens_details", "cached_tokens"),
    choices: 1,
    hasLogprobs: false,
  };
}

function readText(message: unknown): string {
  return pickList(message, "content")
    .map((part) => pickText(part, "text"))
    .join("");
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === "string" && value !== "";
}

const terminal: ReadonlySet<unknown> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

/** Reads the data of a stream's events; absent: none of them is of a response, or it has failed. */
export function readEvents(data: readonly string[]): SmallReply | undefined {
  const events = data
    .map(parseJson)
    .filter((event) => pickText(event, "type").startsWith("response."));
  if (events.length === 0) return undefined;
  const end = events.find((event) => terminal.has(pick(event, "type")));
  const reply = readReply({ ...Object(pick(end, "response")), output: toOutput(events, end) });
  return reply && { ...reply, stream: { events: events.length, hasTerminalEvent: !!end } };
}

/** Some servers leave the output of the last event empty, so the items are taken from where they ended. */
function toOutput(events: readonly unknown[], end: unknown): readonly unknown[] {
  const output = pickList(end, "response", "output");
  if (output.length > 0) return output;
  const done = events.filter((event) => pick(event, "type") === "response.output_item.done");
  return done.map((event) => pick(event, "item"));
}
