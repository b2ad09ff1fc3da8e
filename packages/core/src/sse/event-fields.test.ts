import { describe, expect, it } from "vitest";
import { readFrame } from "./event-fields.js";

describe("readFrame", () => {
  it.each([
    ["data: 1\n\n", { event: undefined, data: "1" }],
    ["data:1\r\n\r\n", { event: undefined, data: "1" }],
    ["event: a\rdata:  1\r\r", { event: "a", data: " 1" }],
    ["data: 1\ndata: 2\n\n", { event: undefined, data: "1\n2" }],
    ["data\n\n", { event: undefined, data: "" }],
    ["database: 1\n\n", undefined],
    ["data: 1\ndatabase: 2\n\n", { event: undefined, data: "1" }],
    ["event: a\nevents: b\nretry: 3\ndata: 1\n\n", { event: "a", data: "1" }],
    [": data: 1\n\n", undefined],
    ["id: 3\nretry: 4\n\n", undefined],
  ])("S13 reads %j as an event stream's reader does", (frame, event) => {
    expect(readFrame(frame)).toEqual(event);
  });
});
