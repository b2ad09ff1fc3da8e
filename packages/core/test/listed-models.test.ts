import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { formatNames, headersOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { createMemoryKeys } from "../src/index.js";

const models = ["one", "two"].map((id) => modelOf(["Hello"], {}, id));

/** What a service of two models answers on a path. */
async function get(path: string, headers: Readonly<Record<string, string>>, options = {}) {
  const { service } = serviceOf(modelOf(["Hello"]), { models, ...options });
  const response = await service.request(path, { headers });
  return { status: response.status, body: await response.json() };
}

describe("the list of models", () => {
  it("is the page that a client of Messages asks for", async () => {
    const { status, body } = await get("/v1/models?limit=1&after_id=one", headersOf("messages"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ id: "two" }], has_more: false, first_id: "two" });
    const first = await get("/v1/models?limit=1", headersOf("messages"));
    expect(first.body).toMatchObject({ data: [{ id: "one" }], has_more: true });
  });

  it.each(["/v1/models", "/v1/models/one"])(
    "is refused with %s in a version that the format does not have",
    async (path) => {
      const headers = { ...headersOf("messages"), "anthropic-version": "1999-01-01" };
      const { status, body } = await get(path, headers);
      expect(status).toBe(400);
      expect(body.error.message).toContain('"1999-01-01" is not a valid version');
    },
  );

  it.each(formatNames)("needs nobody who listens to the service, in %s", async (format) => {
    const { status, body } = await get("/v1/models/two", headersOf(format), { reporter: "silent" });
    expect([status, body.id]).toEqual([200, "two"]);
  });

  it("holds the models of the caller's key alone", async () => {
    const keys = createMemoryKeys([{ key, models: ["two"] }]);
    const list = await get("/v1/models", headersOf("chat-completions"), { keys });
    expect(list.body.data).toMatchObject([{ id: "two" }]);
    const hidden = await get("/v1/models/one", headersOf("chat-completions"), { keys });
    expect(hidden.status).toBe(404);
  });
});
