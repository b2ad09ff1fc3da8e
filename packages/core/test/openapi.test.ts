import { describe, expect, it } from "vitest";
import { createMemoryKeys } from "../src/accounts/keys/memory-keys.js";
import { createService } from "../src/create-service.js";
import { healthEndpoints } from "../src/endpoints/health-endpoints.js";
import { defineModel } from "../src/models/in-process/define-model.js";
import { openapi } from "../src/openapi/index.js";

const model = defineModel("m", async function* () {
  yield "Hello";
});

function serviceWith(options: { readonly basePath?: string; readonly allowedHosts?: string[] }) {
  const endpoints = healthEndpoints();
  return createService({
    models: [model],
    keys: createMemoryKeys([{ key: "sk-of-a-caller" }]),
    endpoints: [...endpoints, ...openapi({ endpoints, title: "Mine" })],
    ...options,
  });
}

describe("GET /openapi.json", () => {
  it("describes the service to everyone, without a key", async () => {
    const response = await serviceWith({}).fetch(new Request("http://localhost/openapi.json"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    const { info, paths, servers } = await response.json();
    expect(info.title).toBe("Mine");
    expect(servers).toEqual([{ url: "/" }]);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(["/v1/messages", "/v1/chat/completions", "/readyz", "/openapi.json"]),
    );
  });

  it("says under which base path the service is", async () => {
    const service = serviceWith({ basePath: "/api" });
    const response = await service.fetch(new Request("http://localhost/api/openapi.json?x=1"));
    expect((await response.json()).servers).toEqual([{ url: "/api" }]);
  });

  it("is not served under the name of another site", async () => {
    const headers = { host: "other.example" };
    const request = new Request("http://localhost/openapi.json", { headers });
    expect((await serviceWith({}).fetch(request)).status).toBe(403);
    const listed = serviceWith({ allowedHosts: ["other.example"] });
    expect((await listed.fetch(request)).status).toBe(200);
  });
});
