import assert from "node:assert/strict";

interface Frame {
  readonly event?: string | undefined;
  readonly data: string;
}

/** One event, with all members that the wire knows. */
// biome-ignore lint/suspicious/noExplicitAny: events are looked at, not used.
export type StreamEvent = { readonly type: string; readonly sequence_number: number } & any;

const terminal = ["response.completed", "response.incomplete", "response.failed"];

/** The deltas and the end of each kind of piece, and the member of its end with the whole of it. */
const pieces: Readonly<Record<string, string>> = {
  output_text: "text",
  refusal: "refusal",
  function_call_arguments: "arguments",
  custom_tool_call_input: "input",
  reasoning_summary_text: "text",
  reasoning_text: "text",
  reasoning: "text",
};

/**
 * Checks a stream against the grammar of the wire: numbers from 0, one beginning, one end, each item and
 * each part opened once and closed once, and each whole equal to its deltas.
 * @returns its events
 * @throws AssertionError for any other stream
 */
export function assertLegalStream(frames: readonly Frame[]): readonly StreamEvent[] {
  const last = frames.at(-1);
  const read = last?.data === "[DONE]" ? frames.slice(0, -1) : frames;
  const events: readonly StreamEvent[] = read.map(({ data }) => JSON.parse(data));
  const open = new Map<number, { item: StreamEvent; parts: Map<string, StreamEvent[]> }>();
  const done: unknown[] = [];
  const ids = new Set<string>();

  for (const [index, event] of events.entries()) {
    assert.equal(event.sequence_number, index);
    assert.equal(event.type, read[index]?.event);
    assert.equal(event.type === "response.created", index === 0);
    assert.equal(terminal.includes(event.type), index === events.length - 1, event.type);
    if (event.type === "response.output_item.added") {
      assert.equal(event.output_index, done.length, "The item before is still open.");
      assert.ok(!ids.has(event.item.id), "An id is used twice.");
      ids.add(event.item.id);
      open.set(event.output_index, { item: event.item, parts: new Map() });
      continue;
    }
    if (event.output_index === undefined) continue;
    const opened = open.get(event.output_index);
    assert.ok(opened, `${event.type} before its item.`);
    if (event.type === "response.output_item.done") {
      assert.equal(event.item.id, opened.item.id);
      assert.equal(event.item.type, opened.item.type);
      assert.equal(opened.parts.size, 0, "A part is still open.");
      open.delete(event.output_index);
      done.push(event.item);
      continue;
    }
    assert.equal(event.item_id, opened.item.id);
    if (event.type.startsWith("response.web_search_call.")) {
      assert.equal(opened.item.type, "web_search_call");
      continue;
    }
    assertLegalPart(event, opened.parts);
  }
  const { response } = events.at(-1);
  if (response.status !== "failed") {
    assert.equal(open.size, 0, "An item is still open.");
    assert.deepEqual(response.output, done);
  }
  return events;
}

function assertLegalPart(event: StreamEvent, parts: Map<string, StreamEvent[]>): void {
  const [, name = "", step = ""] = /^response\.(.+)\.(added|delta|done)$/.exec(event.type) ?? [];
  const place = `${event.content_index ?? event.summary_index ?? ""}`;
  if (name === "content_part" || name === "reasoning_summary_part") {
    assert.equal(parts.has(place), step === "done", `${event.type} out of order.`);
    if (step === "added") parts.set(place, []);
    else parts.delete(place);
    return;
  }
  if (name === "output_text.annotation") return;
  const member = pieces[name];
  assert.ok(member, `${event.type} is not known.`);
  const isCall = place === "";
  if (isCall && !parts.has("deltas")) parts.set("deltas", []);
  const deltas = parts.get(isCall ? "deltas" : place);
  assert.ok(deltas, `${event.type} outside of a part.`);
  if (step === "delta") {
    deltas.push(event);
    return;
  }
  const joined = deltas.map(({ delta }) => delta).join("");
  assert.equal(event[member], joined);
  if (isCall) parts.delete("deltas");
}
