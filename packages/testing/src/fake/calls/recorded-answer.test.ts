import { expect, it } from "vitest";
import { recordAnswer } from "./recorded-answer.js";

const asked = () => ({ format: undefined, body: undefined, headers: new Headers() });

it("the record of an answer joins its headers, and shows no credential of them", () => {
  const headers = [
    ["content-type", "application/json"],
    ["vary", "origin"],
    ["vary", "accept"],
    ["set-cookie", "session=0123456789abcdef"],
    ["x-proxy-token", "0123456789abcdef"],
  ] as const;
  const record = recordAnswer({ status: 200, headers, body: undefined }, [], asked);
  expect(record.headers).toEqual({
    "content-type": "application/json",
    vary: "origin, accept",
    "set-cookie": "***cdef",
    "x-proxy-token": "***cdef",
  });
});

it("the record of an answer grows with its blocks, and is JSON only if it is no stream", () => {
  const blocks: Uint8Array[] = [];
  const record = (type: string) =>
    recordAnswer(
      { status: 500, headers: [["content-type", type]], body: undefined },
      blocks,
      asked,
    );
  const [json, stream] = [record("application/json"), record("text/event-stream")];
  expect([json.text, json.body]).toEqual(["", undefined]);
  blocks.push(new TextEncoder().encode('{"a":1}'));
  expect([json.text, json.body, json.reply]).toEqual(['{"a":1}', { a: 1 }, undefined]);
  expect([stream.text, stream.body]).toEqual(['{"a":1}', undefined]);
});
