import { describe, expect, it, vi } from "vitest";
import type { StoredAnswer } from "../../accounts/idempotency/idempotency.js";
import type { Answer } from "../../http/exchange.js";
import { isByteSource } from "../../http/exchange.js";
import { recordAnswer } from "./record-answer.js";

const mostBytes = 4;

/** A recorded answer of these blocks, the last of which may be a failure. */
function recorded(blocks: readonly (Uint8Array | Error)[]) {
  const left = [...blocks];
  const cancel = vi.fn(async () => undefined);
  const keep = vi.fn<(stored: StoredAnswer | undefined) => void>();
  const body = {
    async read() {
      const block = left.shift();
      if (block instanceof Error) throw block;
      return block;
    },
    cancel,
  };
  const answer: Answer = { status: 200, headers: [["a", "b"]], body };
  const source = recordAnswer(answer, mostBytes, keep).body;
  if (!isByteSource(source)) throw new Error("A stream stays a stream.");
  return { source, keep, cancel };
}

const [one, two] = [new Uint8Array([1, 2]), new Uint8Array([3])];

describe("a recorded answer", () => {
  it("is stored whole, once, when it has been read to the end", async () => {
    const { source, keep } = recorded([one, two]);
    expect([await source.read(), await source.read()]).toEqual([one, two]);
    expect(keep).not.toHaveBeenCalled();
    expect([await source.read(), await source.read()]).toEqual([undefined, undefined]);
    const body = new Uint8Array([1, 2, 3]);
    expect(keep.mock.calls).toEqual([[{ status: 200, headers: [["a", "b"]], body }]]);
  });

  it("is stored if it has as many bytes as are kept", async () => {
    const { source, keep } = recorded([one, one]);
    for (let read = 0; read < 3; read++) await source.read();
    const body = new Uint8Array([1, 2, 1, 2]);
    expect(keep.mock.calls).toEqual([[{ status: 200, headers: [["a", "b"]], body }]]);
  });

  it("is not stored if it has too many bytes, but all of them pass", async () => {
    const { source, keep } = recorded([one, two, one]);
    expect([await source.read(), await source.read(), await source.read()]).toEqual([
      one,
      two,
      one,
    ]);
    await source.read();
    expect(keep.mock.calls).toEqual([[undefined]]);
  });

  it("is not stored if it fails", async () => {
    const { source, keep } = recorded([one, new Error("broken")]);
    await source.read();
    await expect(source.read()).rejects.toThrow("broken");
    expect(keep.mock.calls).toEqual([[undefined]]);
    await source.cancel();
    expect(keep.mock.calls).toEqual([[undefined]]);
  });

  it("is not stored if it is cancelled, which also cancels its source", async () => {
    const { source, keep, cancel } = recorded([one, two]);
    await source.read();
    await source.cancel("enough");
    expect(keep.mock.calls).toEqual([[undefined]]);
    expect(cancel).toHaveBeenCalledWith("enough");
  });

  it.each([
    [undefined, new Uint8Array()],
    [one, one],
    [new Uint8Array(4), new Uint8Array(4)],
    [new Uint8Array(5), undefined],
  ])("that is there as a whole is judged at once: %s", (body, kept) => {
    const keep = vi.fn();
    const answer: Answer = { status: 400, headers: [], body };
    expect(recordAnswer(answer, mostBytes, keep)).toBe(answer);
    expect(keep.mock.calls).toEqual([[kept && { status: 400, headers: [], body: kept }]]);
  });
});
