import { gzipSync } from "node:zlib";
import { createFakeClock } from "@diglot/test-support/clock";
import { linear, ratioOf } from "@diglot/test-support/growth";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTurns } from "../runtime/turns.js";
import type { Exchange, IncomingBody } from "./exchange.js";
import { type BodySettings, readJsonBody } from "./read-body.js";
import type { SizeLimits } from "./size-limits.js";
import { createUploads } from "./uploads.js";

const limits: SizeLimits = {
  bodyBytes: 1_000_000,
  uploadBytes: 20_000_000,
  jsonDepth: 128,
  jsonValues: 1_000,
  objectMembers: 100,
  messages: 1,
  blocks: 1,
  totalBlocks: 1,
  tools: 1,
  stopSequences: 1,
  eventCharacters: 1,
  replyCharacters: 1,
  replyBlocks: 1,
};
const encoder = new TextEncoder();

async function* chunksOf(...blocks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* blocks;
}

function exchangeOf(
  body: IncomingBody,
  headers: Record<string, string> = {},
  signal: AbortSignal = new AbortController().signal,
): Exchange {
  return { method: "POST", target: "/", headers: new Headers(headers), body, signal };
}

function settingsOf(sizeLimits: SizeLimits): BodySettings {
  const clock = createFakeClock();
  const turns = createTurns(clock);
  const uploads = createUploads({ sizeLimits, uploadTimeout: 1_000, clock, turns });
  return { sizeLimits, uploads, clock };
}

function read(
  body: IncomingBody,
  change: Partial<SizeLimits> = {},
  headers?: Record<string, string>,
) {
  return readJsonBody(exchangeOf(body, headers), settingsOf({ ...limits, ...change }));
}

function streamOf(text: string | Uint8Array): IncomingBody {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  return { kind: "stream", chunks: chunksOf(bytes) };
}

async function parse(text: string | Uint8Array): Promise<unknown> {
  return (await read(streamOf(text))).value;
}

async function failureOf(text: string | Uint8Array): Promise<{ kind: string; message: string }> {
  return parse(text).then(
    () => ({ kind: "none", message: "" }),
    ({ kind, message }) => ({ kind, message }),
  );
}

describe("readJsonBody", () => {
  it("parses a body and keeps its bytes", async () => {
    expect(await read(streamOf('{"é":[1]}'))).toEqual({
      value: { é: [1] },
      bytes: new TextEncoder().encode('{"é":[1]}'),
      isExact: false,
    });
  });

  it("reads a body that the host gives block by block", async () => {
    const blocks = [encoder.encode('{"a":'), encoder.encode("1}")];
    const source = { read: async () => blocks.shift(), cancel: async () => undefined };
    expect((await read({ kind: "source", source })).value).toEqual({ a: 1 });
  });

  it("returns the same however the bytes are split", async () => {
    const bytes = encoder.encode('{"text":"é値😀"}');
    for (let cut = 0; cut <= bytes.length; cut++) {
      const chunks = chunksOf(bytes.slice(0, cut), new Uint8Array(0), bytes.slice(cut));
      expect((await read({ kind: "stream", chunks })).value).toEqual({ text: "é値😀" });
    }
  });

  it.each([
    ["[[[]]]", { jsonDepth: 2 }, "The request body is nested more than 2 levels deep."],
    ["[1,2,3]", { jsonValues: 3 }, "The request body has more than 3 values."],
    [
      '{"a":1,"b":1,"c":1}',
      { objectMembers: 2 },
      "The request body has an object with more than 2 members.",
    ],
  ] as const)("B05 B11 refuses %s beyond its limit", async (text, change, message) => {
    const error = { kind: "bad_request", message };
    await expect(read(streamOf(text), change)).rejects.toMatchObject(error);
    const body = { kind: "parsed", value: JSON.parse(text) } as const;
    await expect(read(body, change)).rejects.toMatchObject(error);
  });

  describe("content", () => {
    it.each(["", " ", "\r\n\t"])("B01 says of %j that the body is empty", async (text) => {
      expect(await failureOf(text)).toEqual({
        kind: "invalid_json",
        message: "The request body is not valid JSON: the body is empty",
      });
    });

    it("B01 says so of a request without a body, too", async () => {
      await expect(read({ kind: "empty" })).rejects.toThrow("the body is empty");
    });

    it.each([
      ["null", null],
      ["[]", []],
      ['"x"', "x"],
      ["1", 1],
    ])("B01 leaves %s to the validation of the format", async (text, value) => {
      expect(await parse(text)).toEqual(value);
    });

    it.each(["nope", '{"a":', '{"a":1,}', "[1,]", "NaN", '{"a":NaN}', "// x\n{}", "{}{}", "'a'"])(
      "B02 refuses %s",
      async (text) => {
        expect((await failureOf(text)).kind).toBe("invalid_json");
      },
    );

    it("B02 says where the text goes wrong, and never shows the text", async () => {
      const { message } = await failureOf('{"a": 1,\n "secret" 2}');
      expect(message).toContain("line 2 column 11 (char 19)");
      for (const text of ['{"a":secret}', '{"secret', "secret", '{"a":1}secret']) {
        expect((await failureOf(text)).message).not.toContain("secret");
      }
    });

    it("B02 says no more where the place is not known", async () => {
      expect((await failureOf("nope")).message).toBe(
        "The request body is not valid JSON: unexpected character",
      );
    });

    it.each<[string, number[]]>([
      ["a lone byte of a sequence", [0x22, 0xff, 0x22]],
      ["an overlong form", [0x22, 0xc0, 0x80, 0x22]],
      ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
      ["an incomplete sequence", [0x22, 0xc3]],
      ["UTF-16 with a byte order mark", [0xff, 0xfe, 0x7b, 0, 0x7d, 0]],
      ["UTF-16 without a byte order mark", [0x7b, 0, 0x7d, 0]],
    ])("B03 refuses %s", async (_name, bytes) => {
      expect((await failureOf(new Uint8Array(bytes))).kind).toBe("invalid_json");
    });

    it("B03 says that the text is not UTF-8", async () => {
      expect((await failureOf(new Uint8Array([0x22, 0xff, 0x22]))).message).toBe(
        "The request body is not valid JSON: the body is not valid UTF-8",
      );
    });

    it("B04 accepts a byte order mark and CRLF", async () => {
      expect(await parse('\uFEFF{\r\n"a":1\r\n}\r\n')).toEqual({ a: 1 });
    });

    it("B05 accepts nesting up to the limit", async () => {
      const text = "[".repeat(128) + "]".repeat(128);
      expect(JSON.stringify(await parse(text))).toBe(text);
    });

    it.each([129, 1_000, 10_000, 100_000, 400_000])("B05 refuses nesting of %d", async (depth) => {
      expect(await failureOf("[".repeat(depth) + "]".repeat(depth))).toEqual({
        kind: "bad_request",
        message: "The request body is nested more than 128 levels deep.",
      });
    });

    it("B05 does not parse a large body that is nested too deep", async () => {
      const parse = vi.spyOn(JSON, "parse");
      onTestFinished(() => parse.mockRestore());
      await failureOf("[".repeat(400_000) + "]".repeat(400_000));
      expect(parse).not.toHaveBeenCalled();
    });

    it("B06 keeps unusual names unchanged and changes no prototype", async () => {
      const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "then", "length"];
      const text = `{${names.map((name) => `"${name}":{"polluted":true}`).join(",")}}`;
      const value = await parse(text);
      expect(JSON.stringify(value)).toBe(text);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(({} as { polluted?: true }).polluted).toBeUndefined();
    });

    it.each([
      ['{"model":"a","stream":true,"model":"b"}', '{"model":"b","stream":true}'],
      ['{"a":[{"b":1, "b":2}]}', '{"a":[{"b":2}]}'],
    ])(
      "B07 lets the last of two equal names win, and writes the body anew: %s",
      async (text, rest) => {
        const { value, bytes, isExact } = await read(streamOf(text));
        expect(value).toEqual(JSON.parse(rest));
        expect(new TextDecoder().decode(bytes)).toBe(rest);
        expect(isExact).toBe(true);
      },
    );

    it("B07 leaves the bytes of a body without repeated names as they are", async () => {
      const text = '{"a":1.0 ,"b":{"a":12345678901234567890}}';
      expect(new TextDecoder().decode((await read(streamOf(text))).bytes)).toBe(text);
    });

    it.each([
      [true, '{"a":"b"}'],
      [false, '{"a":1.0}'],
      [false, '{"a":12345678901234567890}'],
    ])("says %s where the value of %s is all that the bytes say", async (isExact, text) => {
      expect((await read(streamOf(text))).isExact).toBe(isExact);
    });

    it("B04 takes a byte order mark out of the bytes", async () => {
      const { bytes } = await read(streamOf("\ufeff{}"));
      expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe("{}");
    });

    it.each([
      ["9007199254740993", 9007199254740992],
      ["1.0", 1],
      ["-0", -0],
      ["1e308", 1e308],
      ["1e0000000000000000001", 10],
      ["1e-400", 0],
    ])("B08 reads %s", async (text, value) => {
      expect(await parse(text)).toBe(value);
    });

    it.each([
      ["1e400", "1e400"],
      ["-1e309", "-1e309"],
      ["1E+0309", "1E+0309"],
      ["0.1e1000", "0.1e1000"],
      ["400 digits", "9".repeat(400)],
      ["200 digits with an exponent of 150", `${"9".repeat(200)}e150`],
      ["250 digits with an exponent of 99", `${"9".repeat(250)}.5e99`],
    ])("B08 refuses %s, which no number holds", async (_name, text) => {
      expect(await failureOf(`{"a":[${text}]}`)).toEqual({
        kind: "invalid_json",
        message: "The request body is not valid JSON: number out of range",
      });
    });

    it("B08 ignores text inside a string that looks like such a number", async () => {
      expect(await parse('{"a":"1e400","b":2}')).toEqual({ a: "1e400", b: 2 });
    });

    it("looks for such numbers in time linear in the length of the body, however long the runs of digits", async () => {
      const readDigits = (run: number) => {
        const digits = Array(3_800_000 / run).fill(`${"9".repeat(run - 1)} `);
        return read(streamOf(JSON.stringify(digits.join(""))), { bodyBytes: 5_000_000 });
      };
      const growth = await ratioOf(
        () => readDigits(190),
        () => readDigits(10),
      );
      expect(growth).toBeLessThan(linear);
    });
  });

  describe("size", () => {
    const text = JSON.stringify("x".repeat(98));

    it.each([
      [101, "accepted"],
      [100, "accepted"],
      [99, "too_large"],
    ])("B09 holds 100 bytes against a limit of %d: %s", async (bodyBytes, outcome) => {
      const result = await read(streamOf(text), { bodyBytes }).then(
        () => "accepted",
        ({ kind }) => kind,
      );
      expect(result).toBe(outcome);
    });

    it("B09 refuses a body by its declared length, before it reads", async () => {
      let pulled = 0;
      const chunks = (async function* () {
        pulled += 1;
        yield encoder.encode(text);
      })();
      const reading = read(
        { kind: "stream", chunks },
        { bodyBytes: 99 },
        { "content-length": "100" },
      );
      await expect(reading).rejects.toMatchObject({
        kind: "too_large",
        message: "The request body is larger than 99 bytes.",
      });
      expect(pulled).toBe(0);
    });

    it("B09 stops reading as soon as the limit is exceeded, and releases the stream", async () => {
      let pulled = 0;
      let left = false;
      const chunks = (async function* () {
        try {
          for (;;) {
            pulled += 1;
            yield new Uint8Array(30);
          }
        } finally {
          left = true;
        }
      })();
      await expect(read({ kind: "stream", chunks }, { bodyBytes: 99 })).rejects.toMatchObject({
        kind: "too_large",
      });
      expect([pulled, left]).toEqual([4, true]);
    });

    it("B09 takes a body whose declared length is the limit", async () => {
      const headers = { "content-length": "100" };
      expect((await read(streamOf(text), { bodyBytes: 100 }, headers)).value).toHaveLength(98);
    });

    it("does not trust a declared length that is too small", async () => {
      const headers = { "content-length": "5" };
      await expect(read(streamOf(text), { bodyBytes: 99 }, headers)).rejects.toMatchObject({
        kind: "too_large",
      });
    });
  });

  describe("media type", () => {
    const readAs = (headers: Record<string, string>) => read(streamOf("{}"), {}, headers);

    it("H14 accepts a body without a content type", async () => {
      expect((await readAs({})).value).toEqual({});
    });

    it.each([
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
      "application/json ; boundary=x ; charset=utf8",
      "application/vnd.x+json",
    ])("H14 takes %s", async (type) => {
      expect((await readAs({ "content-type": type })).value).toEqual({});
    });

    it.each([
      "text/plain",
      "text/json",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "application/json, application/json",
    ])("H14 B03 refuses %s", async (type) => {
      await expect(readAs({ "content-type": type })).rejects.toMatchObject({
        kind: "unsupported_media",
        message: "The content type must be application/json.",
      });
    });

    it.each(["latin1", "utf-16", "utf-80", "charset=utf-8"])(
      "H14 B03 refuses the charset %s",
      async (charset) => {
        const type = `application/json; charset=${charset}`;
        await expect(readAs({ "content-type": type })).rejects.toMatchObject({
          kind: "unsupported_media",
          message: "The charset must be UTF-8.",
        });
      },
    );

    it("B10 decodes a compressed body, whose bytes are then the decoded ones", async () => {
      const bytes = Uint8Array.from(gzipSync('{"a":1.0}'));
      const body = await read(
        { kind: "stream", chunks: chunksOf(bytes) },
        {},
        { "content-encoding": "gzip" },
      );
      expect(body).toEqual({ value: { a: 1 }, bytes: encoder.encode('{"a":1.0}'), isExact: false });
    });

    it("B10 refuses a compressed body that is too large when decoded", async () => {
      const bytes = Uint8Array.from(gzipSync(JSON.stringify("x".repeat(2_000_000))));
      const body = { kind: "stream", chunks: chunksOf(bytes) } as const;
      const headers = { "content-encoding": "gzip" };
      await expect(read(body, {}, headers)).rejects.toMatchObject({ kind: "too_large" });
    });
  });

  describe("a body that the host has parsed", () => {
    it("is what its JSON text says", async () => {
      const body = await read({ kind: "parsed", value: { a: [1], b: undefined } });
      expect(body.value).toStrictEqual({ a: [1] });
      expect(body.bytes).toEqual(new TextEncoder().encode('{"a":[1]}'));
      const none = read({ kind: "parsed", value: undefined });
      await expect(none).rejects.toThrow("the body is empty");
    });

    it("is checked against the limits", async () => {
      const body: IncomingBody = { kind: "parsed", value: "x".repeat(10) };
      expect((await read(body, { bodyBytes: 12 })).value).toBe("x".repeat(10));
      await expect(read(body, { bodyBytes: 11 })).rejects.toMatchObject({ kind: "too_large" });
      await expect(read({ kind: "parsed", value: [[[]]] }, { jsonDepth: 2 })).rejects.toMatchObject(
        { kind: "bad_request" },
      );
    });

    it("is refused when it is too deep to be measured", async () => {
      const value = JSON.parse("[".repeat(500_000) + "]".repeat(500_000));
      await expect(read({ kind: "parsed", value })).rejects.toMatchObject({ kind: "bad_request" });
    });

    it.each([
      ["too_large", "too_large", "The request body is too large."],
      ["malformed", "invalid_json", "The request body is not valid JSON: unexpected character"],
      [
        "unsupported",
        "unsupported_media",
        "The content type, charset or content encoding is not supported.",
      ],
    ] as const)("is answered as %s when the host says so", async (reason, kind, message) => {
      await expect(read({ kind: "failed", reason })).rejects.toMatchObject({ kind, message });
    });
  });

  it("does not parse the incomplete body of a caller that left", async () => {
    const signal = AbortSignal.abort(new Error("gone"));
    const exchange = exchangeOf(streamOf("{}"), {}, signal);
    await expect(readJsonBody(exchange, settingsOf(limits))).rejects.toThrow("gone");
  });
});
