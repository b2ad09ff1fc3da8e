import type { ConversationEvent, Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import type { CapturedEvent, CapturedRequest } from "../store/captured.js";
import type { Moment } from "../wire.js";

/** A piece of a text, and the moment that shows it. */
interface Piece {
  readonly index: number;
  readonly text: string;
}

const longestDetail = 400;

/** The events of a reply; of a relayed one, which has none, the blocks of its answer. */
export function* replyMoments(
  contents: CapturedRequest,
  redactor: Redactor,
): Steps<readonly Moment[]> {
  if (contents.events.length > 0) return yield* eventMoments(contents.events, redactor);
  const [upstream] = [...contents.upstreams.values()].slice(-1);
  const blocks = upstream?.answer?.body.blocks ?? contents.answer?.body.blocks ?? [];
  return blocks.map(({ at, size }) => ({
    at,
    kind: "block",
    label: "bytes",
    detail: `${size} bytes`,
    group: "bytes",
  }));
}

function* eventMoments(
  events: readonly CapturedEvent[],
  redactor: Redactor,
): Steps<readonly Moment[]> {
  const moments = events.map(toMoment);
  const pieces = new Map<string, Piece[]>();
  for (const [index, { group, detail }] of moments.entries()) {
    if (group === undefined || detail === undefined) continue;
    const own = pieces.get(group) ?? [];
    own.push({ index, text: detail });
    pieces.set(group, own);
  }
  // A secret may be cut over several deltas, so the texts of a block are looked at as one.
  const shown = new Map<number, string>();
  for (const own of pieces.values()) {
    const texts = yield* redactor.piecesInSteps(own.map(({ text }) => text));
    own.forEach(({ index }, place) => void shown.set(index, texts[place] ?? ""));
  }
  const all: Moment[] = [];
  for (const [index, moment] of moments.entries()) {
    const detail = shown.get(index) ?? (yield* redactor.textInSteps(moment.detail ?? ""));
    all.push({ ...moment, detail: detail.slice(0, longestDetail) });
  }
  return all;
}

function toMoment({ at, event: given }: CapturedEvent): Moment {
  const choice = "choice" in given ? given.choice : undefined;
  const event = "choice" in given ? given.event : given;
  const label = choice === undefined ? event.type : `${event.type} of choice ${choice}`;
  const moment = { at, kind: "event", label } as const;
  const group = (kind: string, index: number) =>
    `${kind}, block ${index}${choice ? `, ${choice}` : ""}`;
  if (event.type !== "delta") return { ...moment, detail: describe(event) };
  const { delta, index } = event;
  if (delta.type === "text") return { ...moment, detail: delta.text, group: group("text", index) };
  if (delta.type === "arguments") {
    return { ...moment, detail: delta.json, group: group("arguments", index) };
  }
  return { ...moment, detail: delta.type };
}

/** The members of an event that say something; its kind is in the label. */
function describe(event: Exclude<ConversationEvent, { type: "delta" }>): string {
  switch (event.type) {
    case "start":
      return `${event.model}, ${event.usage.input} input tokens (${event.usage.sources.input})`;
    case "open":
      return event.block.type === "tool_call"
        ? `block ${event.index}: tool call ${event.block.name}`
        : `block ${event.index}: ${event.block.type.replace("_", " ")}`;
    case "close":
      return `block ${event.index}`;
    case "usage":
      return Object.entries(event.usage)
        .filter(([, count]) => count !== 0)
        .map(([name, count]) => `${name} ${String(count)}`)
        .join(", ");
    case "stop":
      return [event.reason, event.sequence, event.native].filter(Boolean).join(", ");
    case "end":
      return `${event.usage.input} in, ${event.usage.output} out (${event.usage.sources.output})`;
  }
}
