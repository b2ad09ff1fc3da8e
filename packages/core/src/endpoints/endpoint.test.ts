import { describe, expect, it } from "vitest";
import { checkOptions } from "../validation/check-options.js";
import { type Endpoint, matchEndpoints, validEndpoints } from "./endpoint.js";

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

  it("are served for GET, POST, PATCH and DELETE only, and say what they are", () => {
    for (const method of ["GET", "POST", "PATCH", "DELETE"] as const) {
      expect(() => check(endpointOf("/a", method))).not.toThrow();
    }
    expect(() => check(endpointOf("/a", "PUT" as never))).toThrow('"endpoints[0].method" must be');
    expect(() => check(5 as never)).toThrow(
      '"endpoints[0]" must be an endpoint, such as one of accountEndpoints()',
    );
  });

  it("match paths with as many segments, whose parameters are decoded and not empty", () => {
    const key = endpointOf("/admin/keys/:id");
    const read = (path: string) => matchEndpoints(path, [key]).map(({ parameters }) => parameters);
    expect(read("/admin/keys/a%20b")).toEqual([{ id: "a b" }]);
    for (const path of [
      "/admin/keys",
      "/admin/keys/",
      "/admin/keys/a/b",
      "/admin/key/a",
      "/admin/keys/%zz",
    ]) {
      expect(read(path)).toEqual([]);
    }
  });

  it("have no two with the same path and method", () => {
    const usage = endpointOf("/v1/usage");
    expect(() => check(usage, usage)).toThrow('"endpoints" answer GET /v1/usage');
    expect(() => check(usage, endpointOf("/v1/usage", "POST"))).not.toThrow();
  });
});
