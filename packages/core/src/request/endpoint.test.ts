import { describe, expect, it } from "vitest";
import { checkEndpoints, type Endpoint } from "./endpoint.js";

const endpointOf = (path: string, method: Endpoint["method"] = "GET"): Endpoint => ({
  method,
  path,
  answer: async () => ({ status: 200, headers: [], body: undefined }),
});

describe("checkEndpoints", () => {
  it.each(["/v1/usage", "/admin/keys/:id", "/a/:b/c.d-e_f"])("accepts the path %s", (path) => {
    expect(checkEndpoints([endpointOf(path)])).toHaveLength(1);
  });

  it.each(["", "/", "v1/usage", "/v1/usage/", "/v1//usage", "/v1/a b", "/v1/:", "/v1/usage?a=b"])(
    "refuses the path %j",
    (path) => {
      expect(() => checkEndpoints([endpointOf(path)])).toThrow(TypeError);
    },
  );

  it("refuses two endpoints with the same path and method", () => {
    const twice = [endpointOf("/v1/usage"), endpointOf("/v1/usage")];
    expect(() => checkEndpoints(twice)).toThrow("GET /v1/usage");
    expect(checkEndpoints([endpointOf("/v1/usage"), endpointOf("/v1/usage", "POST")])).toHaveLength(
      2,
    );
  });
});
