import { describe, expect, it, vi } from "vitest";
import { serverSentEvents } from "../../formats/framing.js";
import type { ByteSource } from "../../http/exchange.js";
import { withForm } from "./reply-form.js";

/** The form of a reply with this content type and these blocks, and all that is read of it. */
async function formOf(type: string | undefined, ...blocks: readonly (string | number[])[]) {
  const left = blocks.map((block) =>
    typeof block === "string" ? new TextEncoder().encode(block) : new Uint8Array(block),
  );
  const cancel = vi.fn(async () => undefined);
  const source: ByteSource = { read: async () => left.shift(), cancel };
  const headers = new Headers(type === undefined ? {} : { "content-type": type });
  const { form, body } = await withForm({ status: 200, headers, body: source }, serverSentEvents);
  const read: number[] = [];
  for (let block = await body.read(); block; block = await body.read()) read.push(...block);
  await body.cancel("over");
  expect(cancel).toHaveBeenCalledExactlyOnceWith("over");
  expect(new Uint8Array(read)).toEqual(
    new Uint8Array(
      blocks.flatMap((block) => [...(typeof block === "string" ? Buffer.from(block) : block)]),
    ),
  );
  return form;
}

describe("withForm", () => {
  it.each([
    ["text/event-stream", "stream"],
    ["Text/Event-Stream; charset=utf-8", "stream"],
    ["application/json", "json"],
    ["application/problem+json; charset=utf-8", "json"],
  ])("goes by the content type %s, whatever the body", async (type, form) => {
    for (const body of ["{}", "data: {}\n\n"]) expect(await formOf(type, body)).toBe(form);
  });

  it.each([undefined, "text/plain", "application/jsonlines"])(
    "goes by the first character where the content type is %s, and loses nothing",
    async (type) => {
      expect(await formOf(type, "{", "}")).toBe("json");
      expect(await formOf(type, " \t\r\n{}")).toBe("json");
      expect(await formOf(type, [0xef, 0xbb, 0xbf, 0x7b, 0x7d])).toBe("json");
      expect(await formOf(type, "data: {}", "\n\n")).toBe("stream");
      expect(await formOf(type, "\n: {}\n\n")).toBe("stream");
      expect(await formOf(type, "[]")).toBe("stream");
      expect(await formOf(type)).toBe("stream");
    },
  );

  it("J01 fails as a reply that is cut if nothing of it can be read", async () => {
    const read = () => Promise.reject(Object.assign(new Error("x"), { code: "ECONNRESET" }));
    const body = { read, cancel: async () => undefined };
    await expect(
      withForm({ status: 200, headers: new Headers(), body }, serverSentEvents),
    ).rejects.toMatchObject({ kind: "upstream_bad_response", mayHaveRun: true });
  });
});
