import { expect, it } from "vitest";
import { readEvents } from "./events.js";

const events = (text: string) => readEvents(text).map(({ event, data }) => [event, data]);

it("reads names and data, whatever ends the lines", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["event: a", 'data: {"b":1}', "", "data: [DONE]", "", ""].join(end);
    expect(readEvents(text)).toEqual([
      { event: "a", data: '{"b":1}' },
      { event: undefined, data: "[DONE]" },
    ]);
  }
});

it("takes one space after the colon away, and no more", () => {
  expect(events("data:a\n\ndata:  b\n\n")).toEqual([
    [undefined, "a"],
    [undefined, " b"],
  ]);
});

it("joins the lines of one event", () => {
  expect(events("data: a\ndata: b\n\n")).toEqual([[undefined, "a\nb"]]);
});

it("passes over comments and frames without data", () => {
  expect(events(": hello\n\nevent: a\n\n: c\ndata: d\n\n")).toEqual([[undefined, "d"]]);
});

it("does not count an event that no blank line ends", () => {
  expect(events("data: a\n\ndata: b\n")).toEqual([[undefined, "a"]]);
});
