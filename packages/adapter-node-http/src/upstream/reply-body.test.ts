import { expect, it, vi } from "vitest";
import { ReplyBody } from "./reply-body.js";

const block = (length: number) => new Uint8Array(length);

function open(length = Number.NaN) {
  const flow = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() };
  const calls = () => [flow.pause, flow.resume].map(({ mock }) => mock.calls.length);
  return { body: new ReplyBody(flow, length), calls };
}

it("a body that nobody reads pauses its connection at 64 KiB, once, until somebody does", async () => {
  const { body, calls } = open();
  body.add(block(65_535));
  expect(calls()).toEqual([0, 0]);
  body.add(block(1));
  body.add(block(1_000));
  expect(calls()).toEqual([1, 0]);
  expect(await body.read()).toHaveLength(66_536);
  expect(calls()).toEqual([1, 1]);
  body.add(block(70_000));
  expect(calls()).toEqual([2, 1]);
});

it("a body that has come whole pauses nothing, and one that is over resumes nothing", async () => {
  const whole = open(70_000);
  whole.body.add(block(70_000));
  expect(whole.calls()).toEqual([0, 0]);

  const broken = open();
  broken.body.add(block(70_000));
  broken.body.fail(new Error("It broke."));
  expect(await broken.body.read()).toHaveLength(70_000);
  expect(broken.calls()).toEqual([1, 0]);
  expect(() => broken.body.read()).toThrow("It broke.");
});
