import { describe, expect, it } from "vitest";
import { faultOf, modelOf } from "./__fixtures__/make.js";
import { toErrorAnswer } from "./errors.js";
import {
  createRequestId,
  missingCredential,
  readCredential,
  requestIdHeaders,
  wrongCredential,
} from "./headers.js";
import { toModelsList } from "./models-list.js";

const read = (headers: Record<string, string>) => readCredential(new Headers(headers));
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
    [
      "x-api-key beside a scheme it does not know",
      { authorization: "Basic eDp5", "x-api-key": key },
    ],
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

describe("the errors about keys", () => {
  it("C093 explain how to send one, without a code", () => {
    const { status, body } = toErrorAnswer(missingCredential());
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

  it("C094 show the two ends of a wrong key, and nothing of a short one", () => {
    expect(wrongCredential(key).message).toBe(
      "Incorrect API key provided: sk-proj-************cdef.",
    );
    expect(wrongCredential("sk-0123456789abcdef").message).toBe(
      `Incorrect API key provided: ${"*".repeat(19)}.`,
    );
    expect(wrongCredential("x".repeat(1_000_000)).message.length).toBeLessThan(200);
  });
});

describe("request ids", () => {
  it("have 32 characters and stand under both names", () => {
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
