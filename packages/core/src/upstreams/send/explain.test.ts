import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { badReply } from "../../errors/bad-reply.js";
import { OverLimit } from "../../errors/over-limit.js";
import { ServiceError } from "../../errors/service-error.js";
import type { ByteSource } from "../../http/exchange.js";
import { upstreamOf } from "../create-upstream.js";
import { messagesUpstream } from "../messages-upstream.js";
import {
  explain,
  explainBadReply,
  readTitle,
  recordBeginning,
  toOperatorWords,
} from "./explain.js";

const encode = (text: string) => new TextEncoder().encode(text);
const baseUrl = "http://upstream.test/v1";
const upstream = upstreamOf(messagesUpstream({ id: "m", baseUrl, apiKey: "sk-upstream-secret" }));
if (!upstream) throw new Error("It is an upstream.");

/** A request and its answer. */
function exchangedWith(request: string | undefined, type?: string) {
  const headers = new Headers(type === undefined ? {} : { "content-type": type });
  const message = { path: "/messages", body: request === undefined ? undefined : encode(request) };
  return { upstream: upstream!, message, response: { status: 200, headers } };
}

const messageOf = (error: unknown) => ((error as Error).cause as Error).message;

describe("explain", () => {
  const error = badReply("It is odd.");

  it.each([
    ["{}", "text/html; charset=utf-8", "POST", "content type text/html"],
    [undefined, "text/html", "GET", "content type text/html"],
    ["{}", undefined, "POST", "no content type"],
    ["{}", "odd", "POST", "no content type"],
    ["{}", ";text/html", "POST", "no content type"],
    ["{}", "text/sk-upstream-secret", "POST", "no content type"],
  ])("says what was asked and what came: %j, %j", (request, type, method, words) => {
    const { message } = explain(error, exchangedWith(request, type)).cause as Error;
    expect(message).toBe(`It is odd. (${method} ${baseUrl}/messages, status 200, ${words})`);
  });

  it("quotes the words of the answer", () => {
    expect(messageOf(explain(error, exchangedWith("{}"), "Sign in"))).toMatch(/, "Sign in"\)$/);
  });

  it("keeps the code of a failure, and the error but for its cause", () => {
    const cause = Object.assign(new Error("It broke."), { code: "Z_DATA_ERROR" });
    const failure = ServiceError.with(error, { cause, retryAfterSeconds: 3 });
    const explained = explain(failure, exchangedWith("{}"));
    expect(explained).toMatchObject({
      kind: "upstream_bad_response",
      retryAfterSeconds: 3,
      mayHaveRun: true,
      cause: { code: "Z_DATA_ERROR", message: expect.stringMatching(/^It broke\. \(POST/) },
    });
  });

  it("leaves an error without a cause as it is, and a limit of the service", () => {
    for (const cause of [undefined, "odd", new OverLimit("It has more than 9 bytes.")]) {
      const failure = ServiceError.with(error, { cause });
      expect(explain(failure, exchangedWith("{}"))).toBe(failure);
    }
  });
});

describe("explainBadReply", () => {
  it("shows the title of a page, and nothing of a reply", () => {
    const error = badReply("It is odd.");
    const read = (text: string) =>
      messageOf(explainBadReply(error, exchangedWith("{}"), encode(text)));
    expect(read("<html><title>Sign in</title>")).toMatch(/, no content type, "Sign in"\)$/);
    expect(read("What a model says")).toMatch(/, no content type\)$/);
    expect(messageOf(explainBadReply(error, exchangedWith("{}"), undefined))).toMatch(/type\)$/);
  });

  it("leaves other failures as they are", () => {
    const cause = new Error("It is late.");
    const late = new ServiceError({ kind: "upstream_timeout", message: "Late.", cause });
    const named = Object.assign(new Error("odd", { cause }), { kind: "upstream_bad_response" });
    for (const failure of [late, named, cause, "odd", undefined]) {
      expect(explainBadReply(failure, exchangedWith("{}"), undefined)).toBe(failure);
    }
  });
});

describe("toOperatorWords", () => {
  const wordsFor = (request: string, text: string) => toOperatorWords(exchangedWith(request), text);

  it("R6 shows at most 300 characters, and no secret", () => {
    expect(wordsFor("{}", "ab ".repeat(200))).toBe("ab ".repeat(100));
    expect(wordsFor("{}", "not with sk-upstream-secret")).toBeUndefined();
    expect(wordsFor("{}", "")).toBeUndefined();
  });

  it("R6 shows no text with 18 characters of the request in a row, wherever they stand", () => {
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const text = (least: number, most: number, from: readonly string[]) =>
      fc
        .array(fc.constantFrom(...from), { minLength: least, maxLength: most })
        .map((all) => all.join(""));
    const around = text(0, 40, letters.slice(0, 13));
    const piece = text(18, 18, letters.slice(13));
    fc.assert(
      fc.property(around, piece, around, (before, found, after) => {
        expect(wordsFor(`{"say":"${found}"}`, `${before}${found}${after}`)).toBeUndefined();
        expect(wordsFor(`{"say":"${found}"}`, `${before}!${after}` || "!")).toBeDefined();
      }),
    );
  });

  it("R6 finds what both have only at the end of the text", () => {
    expect(wordsFor("the last words", "0123456789, the last words".slice(0, 24))).toBeUndefined();
    expect(wordsFor("the last words", "0123456789, some other end")).toBeDefined();
  });

  it("R6 shows no short text that is a piece of the request", () => {
    expect(wordsFor("my secret plan", "secret")).toBeUndefined();
    expect(wordsFor("my secret plan", "plant")).toBe("plant");
    expect(wordsFor("my secret plan", "secret plan!")).toBe("secret plan!");
  });

  it("R6 shows nothing where the request is too long to be searched", () => {
    const longest = "x".repeat(1024 * 1024);
    expect(wordsFor(longest, "Sign in")).toBe("Sign in");
    expect(wordsFor(`${longest}x`, "Sign in")).toBeUndefined();
  });
});

describe("readTitle", () => {
  it.each([
    ["<title>Sign in</title>", "Sign in"],
    ['<TITLE lang="en">Sign in</TITLE>', "Sign in"],
    ['<body><h1 class="big">Bad gateway</h1>', "Bad gateway"],
    [`<title>${"x".repeat(300)}</title>`, "x".repeat(200)],
    ["<title></title>", ""],
    ["<titles>Sign in</titles>", ""],
    ["Sign in", ""],
  ])("of %j is %j", (text, title) => {
    expect(readTitle(text)).toBe(title);
  });
});

describe("recordBeginning", () => {
  const bodyOf = (read: ByteSource["read"], cancel = vi.fn(async () => undefined)) => ({
    body: recordBeginning({ read, cancel }),
    cancel,
  });

  it.each([
    ["at once", (block: Uint8Array | undefined) => block],
    ["later", (block: Uint8Array | undefined) => Promise.resolve(block)],
  ])("keeps a copy of the beginning of the first block, which comes %s", async (_when, give) => {
    const first = new Uint8Array(2_000).fill(1);
    const blocks = [first, new Uint8Array(3).fill(2), undefined];
    const { body } = bodyOf(() => give(blocks.shift()));
    expect(body.beginning()).toBeUndefined();
    expect(await body.read()).toBe(first);
    first.fill(9);
    expect([...(await body.read())!]).toEqual([2, 2, 2]);
    expect(await body.read()).toBeUndefined();
    expect(body.beginning()).toEqual(new Uint8Array(1_024).fill(1));
    expect(body.beginning()?.buffer.byteLength).toBe(1_024);
  });

  it("has no beginning of an empty body, and passes its cancellation on", async () => {
    const { body, cancel } = bodyOf(() => undefined);
    expect([await body.read(), body.beginning()]).toEqual([undefined, undefined]);
    await body.cancel("gone");
    expect(cancel).toHaveBeenCalledExactlyOnceWith("gone");
  });
});
