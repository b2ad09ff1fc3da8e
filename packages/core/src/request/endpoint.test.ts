import { describe, expect, it } from "vitest";
import { checkOptions } from "../checks/check.js";
import { type Endpoint, validEndpoints } from "./endpoint.js";

const endpointOf = (path: string, method: Endpoint["method"] = "GET"): Endpoint => ({
  method,
  path,
  answer: async () => ({ status: 200, headers: [], body: undefined }),
});

const check = (...endpoints: readonly Endpoint[]) =>
  checkOptions("createService", endpoints, validEndpoints, "endpoints");

describe("endpoints", () => {
  it.each(["/v1/usage", "/admin/keys/:id", "/a/:b/c.d-e_f"])("take the path %s", (path) => {
    expect(() => check(endpointOf(path))).not.toThrow();
  });

  it.each(["", "/", "v1/usage", "/v1/usage/", "/v1//usage", "/v1/a b", "/v1/:", "/v1/usage?a=b"])(
    "refuse the path %j",
    (path) => {
      expect(() => check(endpointOf(path))).toThrow('"endpoints[0].path" must be a path');
    },
  );

  it("have no two with the same path and method", () => {
    const usage = endpointOf("/v1/usage");
    expect(() => check(usage, usage)).toThrow('"endpoints" answer GET /v1/usage');
    expect(() => check(usage, endpointOf("/v1/usage", "POST"))).not.toThrow();
  });
});
