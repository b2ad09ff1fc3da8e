import { createMemoryKeys, type InProcessRequest, ServiceError, usage } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { chatPath, errorOf, minimal, post, refusalOf, watching } from "./helpers.js";

/** A service and what its model was called with. */
function watched(options?: ServedOptions) {
  const received: InProcessRequest[] = [];
  return { ...serviceOf(watching(received), options), received };
}

describe("a body that cannot be read", () => {
  it.each(["{", "", "[1,", '{"model":"scripted",}', "nonsense"])(
    "C079 is answered 400 with the text of the wire: %s",
    async (body) => {
      const { service, received } = watched();
      const error = await errorOf(await post(service, body));
      expect(error).toMatchObject({
        status: 400,
        type: "invalid_request_error",
        param: null,
        code: null,
        message: expect.stringMatching(/^We could not parse the JSON body of your request\./),
      });
      expect(received).toEqual([]);
    },
  );

  it.each(["[]", '"x"', "5", "null"])(
    "C080 is answered 400 if it is no object: %s",
    async (body) => {
      const error = await errorOf(await post(watched().service, body));
      expect(error).toMatchObject({ status: 400, type: "invalid_request_error", param: null });
    },
  );

  it("C103 is answered 413 if it is too large, whether it says so or not", async () => {
    const { service, received } = watched({ sizeLimits: { bodyBytes: 200 } });
    const body = JSON.stringify({ ...minimal, padding: "x".repeat(200) });
    const declared = await post(service, body, {
      authorization: `Bearer ${key}`,
      "content-length": "100000",
    });
    for (const response of [declared, await post(service, body)]) {
      expect(await errorOf(response)).toMatchObject({
        status: 413,
        type: "invalid_request_error",
        code: "request_too_large",
      });
    }
    expect(received).toEqual([]);
  });
});

describe("a request with a fault", () => {
  const faults: readonly [title: string, change: object, error: object][] = [
    ["C081 no model", { model: undefined }, { message: "you must provide a model parameter" }],
    [
      "C082 no messages",
      { messages: undefined },
      { code: "missing_required_parameter", param: "messages" },
    ],
    ["C083 empty messages", { messages: [] }, { code: "empty_array", param: "messages" }],
    [
      "C085 no role",
      { messages: [{ content: "hi" }] },
      { code: "missing_required_parameter", param: "messages[0].role" },
    ],
    [
      "C086 a number as content",
      { messages: [{ role: "user", content: 5 }] },
      {
        code: "invalid_type",
        param: "messages[0].content",
        message:
          "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
      },
    ],
    [
      "C088 a temperature of 99",
      { temperature: 99 },
      {
        code: "decimal_above_max_value",
        param: "temperature",
        message:
          "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 99.0 instead.",
      },
    ],
    [
      "C088 a temperature as text",
      { temperature: "1" },
      { code: "invalid_type", param: "temperature" },
    ],
    ["C089 no choices", { n: 0 }, { code: "integer_below_min_value", param: "n" }],
    ["C074 stream as text", { stream: "true" }, { code: "invalid_type", param: "stream" }],
    ["C091 two faults", { messages: [], n: 0, temperature: 99 }, { param: "messages" }],
    ["C091 two members", { temperature: 99, n: 0 }, { param: "n" }],
    ["C091 a fault and a lack", { logprobs: true, temperature: 99 }, { param: "temperature" }],
  ];
  it.each(faults)("%s is refused by the first fault", async (_title, change, expected) => {
    const error = await refusalOf(change);
    expect(error).toMatchObject({ status: 400, type: "invalid_request_error", ...expected });
  });

  it("C098 gets the numbers if it is longer than the model reads", async () => {
    const model = { capabilities: { contextWindow: 10 }, countInputTokens: () => 25 };
    expect(await refusalOf({}, { model })).toMatchObject({
      status: 400,
      code: "context_length_exceeded",
      param: "messages",
      message:
        "This model's maximum context length is 10 tokens. However, your messages resulted in 25 tokens. Please reduce the length of the messages.",
    });
  });

  it("C092 C097 cannot distinguish a model it may not use from one that does not exist", async () => {
    const { service } = serviceOf(["x"], {
      models: [modelOf(["x"], {}, "open"), modelOf(["x"], { aliases: ["s"] }, "secret")],
      keys: createMemoryKeys([{ key, models: ["open"] }]),
    });
    const errorFor = async (model: string) => {
      const error = await errorOf(await post(service, { ...minimal, model }));
      return { ...error, message: error.message.replaceAll(model, "<model>") };
    };
    const unknown = await errorFor("nobody");
    expect(unknown).toEqual({
      status: 404,
      type: "invalid_request_error",
      param: null,
      code: "model_not_found",
      message: "The model `<model>` does not exist or you do not have access to it.",
    });
    expect(await errorFor("secret")).toEqual(unknown);
    expect(await errorFor("s")).toMatchObject({ status: 404, code: "model_not_found" });
    expect((await post(service, { ...minimal, model: "open" })).status).toBe(200);
    const list = await service.request("/v1/models", {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await list.text()).not.toContain("secret");
  });
});

describe("a key", () => {
  it("C093 that is missing is answered 401 before the body is read", async () => {
    const { service, received } = watched();
    expect(await errorOf(await post(service, "{", {}))).toMatchObject({
      status: 401,
      type: "invalid_request_error",
      param: null,
      code: null,
      message: expect.stringMatching(/^You didn't provide an API key\./),
    });
    expect(received).toEqual([]);
  });

  it("C094 that is wrong is masked in the answer and in all reports", async () => {
    const reports: unknown[] = [];
    const wrong = "sk-wrong-key-that-nobody-may-see-9876";
    const { service } = watched({ reporter: (event) => void reports.push(event) });
    const response = await post(service, minimal, { authorization: `Bearer ${wrong}` });
    const error = await errorOf(response);
    expect(error).toMatchObject({ status: 401, code: "invalid_api_key", param: null });
    expect(error.message).toBe(`Incorrect API key provided: ${"*".repeat(20)}.`);
    expect(reports.length).toBeGreaterThan(0);
    const reported = reports.map((event) =>
      JSON.stringify(event, (_name, value) =>
        value instanceof Error ? `${value.stack}${value.cause}` : value,
      ),
    );
    for (const text of [error.message, ...reported]) {
      expect(text).not.toMatch(/sk-wrong|9876/);
      expect(text).not.toContain(wrong);
    }
  });

  it.each([
    ["C095", { authorization: `bearer ${key}` }],
    ["C095", { authorization: `BEARER  ${key} ` }],
    ["C096", { "x-api-key": key }],
  ])("%s is found in every form: %o", async (_id, headers) => {
    expect((await post(watched().service, minimal, headers)).status).toBe(200);
  });
});

describe("a failure of the model", () => {
  it("C101 is answered 500 without a word of what went wrong inside", async () => {
    const { service } = serviceOf(async function* () {
      yield* [];
      throw new TypeError("secret at /srv/model.js:7", { cause: new Error("deeper secret") });
    });
    const response = await post(service, minimal);
    const text = await response.clone().text();
    expect(await errorOf(response)).toMatchObject({ status: 500, type: "server_error" });
    expect(text).not.toMatch(/secret|\.js|stack|TypeError/);
  });

  it("C102 by overload is answered 503 with a time to come again", async () => {
    const { service } = serviceOf(async function* () {
      yield* [];
      throw new ServiceError({ kind: "overloaded", message: "Busy.", retryAfterSeconds: 1.5 });
    });
    const response = await post(service, minimal);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(response.headers.get("retry-after-ms")).toBe("1500");
    expect(response.headers.has("x-should-retry")).toBe(false);
    expect(await errorOf(response)).toMatchObject({ status: 503, code: "server_is_overloaded" });
  });

  it("C068 C101 in the middle of a plain answer is an error and not half an answer", async () => {
    const { service } = serviceOf(async function* () {
      yield "half";
      throw new ServiceError({ kind: "upstream_timeout", message: "Too slow." });
    });
    expect(await errorOf(await post(service, minimal))).toMatchObject({ status: 504 });
  });
});

describe("methods and paths", () => {
  it.each(["HEAD", "OPTIONS", "GET", "DELETE"])(
    "C119 %s never reaches the model",
    async (method) => {
      const { service, received, ledger } = watched();
      const response = await service.request(chatPath, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(method === "OPTIONS" ? 204 : 405);
      expect(response.headers.get("allow")).toBe("POST, OPTIONS");
      if (method === "HEAD") expect(await response.text()).toBe("");
      expect(received).toEqual([]);
      expect(ledger.all()).toEqual([]);
    },
  );

  it("C104 C105 answers wrong methods and unknown paths with the envelope", async () => {
    const { service } = watched();
    const headers = { authorization: `Bearer ${key}` };
    const wrong = await service.request(chatPath, { headers });
    expect(await errorOf(wrong)).toMatchObject({ status: 405 });
    const unknown = await service.request("/v1/nothing", { method: "POST", headers });
    expect(await errorOf(unknown)).toMatchObject({ status: 404, type: "invalid_request_error" });
  });

  it("C118 takes the key as the password of HTTP Basic in the strict profile alone, with a blank user", async () => {
    const statusFor = async (user: string, options?: ServedOptions) => {
      const headers = { authorization: `Basic ${btoa(`${user}:${key}`)}` };
      return (await post(watched(options).service, minimal, headers)).status;
    };
    expect(await statusFor("")).toBe(401);
    expect(await statusFor("", { validation: strict })).toBe(200);
    expect(await statusFor("user", { validation: strict })).toBe(401);
  });

  it("C117 answers a preflight where CORS is enabled", async () => {
    const { service, received } = watched({ cors: true });
    const response = await service.fetch(
      new Request(`http://host${chatPath}`, {
        method: "OPTIONS",
        headers: {
          origin: "https://app.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type,x-stainless-lang",
        },
      }),
    );
    expect([200, 204]).toContain(response.status);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = response.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(["authorization", "content-type", "x-stainless-lang"]);
    expect(received).toEqual([]);
  });

  it("C108 C109 lists models, and finds one with a slash in either spelling", async () => {
    const { service } = serviceOf(["x"], { models: [modelOf(["x"], { created: 7 }, "house/one")] });
    const get = async (path: string) =>
      (await service.request(path, { headers: { authorization: `Bearer ${key}` } })).json();
    const one = { id: "house/one", object: "model", created: 7, owned_by: "diglot" };
    expect(await get("/v1/models")).toEqual({ object: "list", data: [one] });
    expect(await get("/v1/models/house%2Fone")).toEqual(one);
    expect(await get("/v1/models/house/one")).toEqual(one);
  });
});

describe("usage", () => {
  it("C110 counts the cached part of the input in the words of both formats", async () => {
    const { service } = serviceOf(["Hello", usage({ input: 6, cacheRead: 4, output: 2 })]);
    const chat = await (await post(service, minimal)).json();
    expect(chat.usage).toMatchObject({
      prompt_tokens: 10,
      total_tokens: 12,
      prompt_tokens_details: { cached_tokens: 4 },
    });
    const messages = await service.request("/v1/messages", {
      method: "POST",
      headers: {
        "x-api-key": key,
        "anthropic-version": "2023-06-01",
        "content-type": "application/json",
      },
      body: JSON.stringify({ ...minimal, max_tokens: 100 }),
    });
    expect((await messages.json()).usage).toMatchObject({
      input_tokens: 6,
      cache_read_input_tokens: 4,
    });
  });
});
