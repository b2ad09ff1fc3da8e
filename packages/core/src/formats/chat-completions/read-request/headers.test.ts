import { describe, expect, it } from "vitest";
import { createStrictProfile } from "../../strict.js";
import { faultOf, modelOf, openSettings, strictSettings } from "../__fixtures__/make.js";
import { toErrorAnswer } from "../answers/errors.js";
import { toModelsList } from "../answers/models-list.js";
import {
  createRequestId,
  missingCredential,
  readCredential,
  requestIdHeaders,
  wrongCredential,
} from "./headers.js";

const read = (headers: Record<string, string>, settings = openSettings) =>
  readCredential(new Headers(headers), settings);
const key = "sk-proj-0123456789abcdef";

describe("readCredential", () => {
  it.each([
    ["C095 a lower-case scheme and spaces", { authorization: `bearer   ${key} ` }],
    ["C096 x-api-key", { "x-api-key": ` ${key} ` }],
    ["api-key", { "api-key": key }],
    [
      "the bearer token before other keys",
      { authorization: `Bearer ${key}`, "x-api-key": "other" },
    ],
    ["x-api-key before api-key", { "x-api-key": key, "api-key": "other" }],
    ["x-api-key beside an unknown scheme", { authorization: "Basic eDp5", "x-api-key": key }],
  ])("takes %s", (_title, headers) => {
    expect(read(headers as Record<string, string>)).toBe(key);
  });

  it.each([
    ["nothing", {}],
    ["an empty token", { authorization: "Bearer " }],
    ["a bare key", { authorization: key }],
    ["C118 HTTP Basic", { authorization: "Basic OnNrLXRlc3Q=" }],
    ["an empty key", { "x-api-key": " " }],
  ])("finds no key in %s", (_title, headers) => {
    expect(read(headers as Record<string, string>)).toBeUndefined();
  });

  it.each(["authorization", "x-api-key", "api-key"])("refuses %s sent twice", (name) => {
    const value = name === "authorization" ? `Bearer ${key}, Bearer x` : `${key}, x`;
    const fault = faultOf(() => read({ [name]: value }));
    expect(fault?.kind).toBe("unauthenticated");
    expect(fault?.message).not.toContain(key);
  });
});

describe("readCredential of the strict profile", () => {
  it("C096 finds no key in headers that the vendor does not read", () => {
    expect(read({ "x-api-key": key }, strictSettings)).toBeUndefined();
    expect(read({ "api-key": key }, strictSettings)).toBeUndefined();
    expect(read({ authorization: `Bearer ${key}` }, strictSettings)).toBe(key);
  });

  it("reads the other headers if only the models are strict", () => {
    const { chatCompletions } = createStrictProfile({ models: {}, modelsOnly: true });
    expect(read({ "x-api-key": key }, { ...openSettings, strict: chatCompletions })).toBe(key);
  });

  it("C118 accepts the password of HTTP Basic with a blank user", () => {
    const basic = (text: string) => ({ authorization: `basic ${btoa(text)}` });
    expect(read(basic(`:${key}`), strictSettings)).toBe(key);
    expect(read(basic(`user:${key}`), strictSettings)).toBeUndefined();
    expect(read(basic(":"), strictSettings)).toBeUndefined();
    expect(read({ authorization: "Basic %%%" }, strictSettings)).toBeUndefined();
  });
});

describe("the errors about keys", () => {
  it("C093 explain how to send one, without a code", () => {
    const { status, body } = toErrorAnswer(missingCredential(openSettings));
    expect(status).toBe(401);
    expect(body).toMatchObject({
      error: {
        message: expect.stringMatching(
          /^You didn't provide an API key\. You need to provide your API key in an Authorization header using Bearer auth \(i\.e\. Authorization: Bearer YOUR_KEY\)/,
        ),
        type: "invalid_request_error",
        code: null,
      },
    });
  });

  it.each([key, "sk-0123456789abcdef", "x", "x".repeat(1_000_000)])(
    "C094 H13 show no part of a wrong key, and not its length",
    (wrong) => {
      expect(wrongCredential(wrong, openSettings).message).toBe(
        `Incorrect API key provided: ${"*".repeat(20)}.`,
      );
    },
  );
});

describe("the errors about keys of the strict profile", () => {
  it("C093 C094 name the vendor's site", () => {
    expect(missingCredential(strictSettings).message).toMatch(
      /YOUR_KEY\), or as the password field .* from https:\/\/platform\.openai\.com\/account\/api-keys\.$/,
    );
    expect(wrongCredential(key, strictSettings).message).toBe(
      "Incorrect API key provided: sk-proj-************cdef. You can find your API key at https://platform.openai.com/account/api-keys.",
    );
    expect(wrongCredential("sk-0123456789abcdef", strictSettings).message).toContain(
      `: ${"*".repeat(19)}. `,
    );
    expect(wrongCredential("x".repeat(1_000_000), strictSettings).message.length).toBeLessThan(200);
  });
});

describe("request ids", () => {
  it("have 32 characters and are sent under both names", () => {
    const ids = { create: (prefix: string, length: number) => prefix + "0".repeat(length) };
    const id = createRequestId(ids);
    expect(id).toMatch(/^req_.{32}$/);
    expect(requestIdHeaders(id)).toEqual([
      ["x-request-id", id],
      ["request-id", id],
    ]);
  });
});

describe("toModelsList", () => {
  it("C108 lists all models", () => {
    expect(toModelsList([modelOf()])).toEqual({
      object: "list",
      data: [{ id: "echo-1", object: "model", created: 1_700_000_000, owned_by: "tests" }],
    });
  });
});
