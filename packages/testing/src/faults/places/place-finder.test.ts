import { describe, expect, it } from "vitest";
import {
  chat as c,
  changed,
  chatStream,
  contextOf,
  messages as m,
  messageStream,
  responses as r,
  responsesStream,
} from "../../../test/faults/bodies.js";
import type { Place } from "../fault.js";
import { faults } from "../faults.js";

describe("a place in a stream of messages", () => {
  const at = (place: Place) => changed(messageStream.join(""), faults.cut(place));

  it("stands after the given number of events, pings not counted", async () => {
    expect(await at({ events: 2 })).toBe(m.start + m.open);
    expect(await at({ events: 3 })).toBe(m.start + m.open + m.ping + m.delta);
  });

  it("stands after the end of so many content blocks", async () => {
    expect(await at({ blocks: 1 })).toBe(messageStream.slice(0, 5).join(""));
    expect(await at({ blocks: 2 })).toBe(messageStream.slice(0, 7).join(""));
  });

  it.each<Place>([{ bytes: 0 }, { events: 0 }, { blocks: 0 }])(
    "is the beginning for %j",
    async (place) => {
      expect(await at(place)).toBe("");
    },
  );

  it.each<Place>([{ bytes: 1e6 }, { events: 99 }, { blocks: 3 }])(
    "is the end for %j, which is beyond it",
    async (place) => {
      expect(await at(place)).toBe(messageStream.join(""));
    },
  );
});

describe("a place in a stream of chunks", () => {
  const at = (place: Place) =>
    changed(chatStream.join(""), faults.cut(place), contextOf("chat-completions"));

  it("stands where another kind of delta begins", async () => {
    expect(await at({ blocks: 1 })).toBe(c.role + c.reasoning);
    expect(await at({ blocks: 2 })).toBe(c.role + c.reasoning + c.text + c.more);
  });

  it("does not stand behind an empty text, which many streams begin with", async () => {
    const empty = c.role.replace('"content":null', '"content":""');
    const stream = empty + c.reasoning + c.text;
    const chatContext = contextOf("chat-completions");
    expect(await changed(stream, faults.cut({ blocks: 1 }), chatContext)).toBe(empty + c.reasoning);
  });

  it("is one of the first choice, whatever the others say", async () => {
    const second = c.call0.replace('"index":0,"delta"', '"index":1,"delta"');
    const stream = c.text + second + c.more + c.call0 + c.finish;
    const chatContext = contextOf("chat-completions");
    expect(await changed(stream, faults.cut({ blocks: 1 }), chatContext)).toBe(
      c.text + second + c.more,
    );
  });

  it("stands between tool calls, each of which is a block", async () => {
    expect(await at({ blocks: 3 })).toBe(chatStream.slice(0, 5).join(""));
    expect(await at({ blocks: 4 })).toBe(chatStream.slice(0, 6).join(""));
    expect(await at({ blocks: 5 })).toBe(chatStream.join(""));
  });

  it("counts the end marker as an event, and no comments", async () => {
    const stream = `: keep-alive\n\n${c.text}${c.done}`;
    const chatContext = contextOf("chat-completions");
    expect(await changed(stream, faults.cut({ events: 1 }), chatContext)).toBe(
      `: keep-alive\n\n${c.text}`,
    );
    expect(await changed(stream, faults.cut({ events: 2 }), chatContext)).toBe(stream);
  });
});

describe("a place in a stream of Responses", () => {
  const context = contextOf("responses");
  const at = (place: Place) => changed(responsesStream.join(""), faults.cut(place), context);

  it("stands after the given number of events, heartbeats not counted", async () => {
    expect(await at({ events: 3 })).toBe(responsesStream.slice(0, 3).join(""));
    expect(await at({ events: 4 })).toBe(responsesStream.slice(0, 5).join(""));
  });

  it("stands after the end of so many items", async () => {
    expect(await at({ blocks: 1 })).toBe(responsesStream.slice(0, 5).join(""));
    expect(await at({ blocks: 2 })).toBe(responsesStream.slice(0, 7).join(""));
  });

  it.each(["completed", "incomplete", "failed"])(
    "before the last event is found where that is response.%s",
    async (status) => {
      const last = r.completed.replaceAll("response.completed", `response.${status}`);
      const stream = r.created + last;
      expect(await changed(stream, faults.noTerminal(), context)).toBe(r.created);
    },
  );
});
