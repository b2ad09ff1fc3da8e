import { describe, expect, it } from "vitest";
import { splitUrl, stripBasePath } from "./base-path.js";

describe("splitUrl", () => {
  it("cuts a URL so that its parts make it up again", () => {
    expect(splitUrl("http://h:1/v1/messages?beta=true")).toEqual({
      origin: "http://h:1",
      target: "/v1/messages?beta=true",
    });
  });

  it("leaves the host alone when the path begins with two slashes", () => {
    expect(splitUrl("http://h//evil/v1/messages")).toEqual({
      origin: "http://h",
      target: "//evil/v1/messages",
    });
  });

  it("gives a URL without a path the root", () => {
    expect(splitUrl("http://h")).toEqual({ origin: "http://h", target: "/" });
  });
});

describe("stripBasePath", () => {
  it("returns what follows the mount path", () => {
    expect(stripBasePath("/api/v1/models?x=1", "/api")).toBe("/v1/models?x=1");
    expect(stripBasePath("/v1/models", "")).toBe("/v1/models");
    expect(stripBasePath("/api?x=1", "/api")).toBe("/?x=1");
    expect(stripBasePath("/api", "/api")).toBe("/");
  });

  it("returns nothing outside of the mount path", () => {
    expect(stripBasePath("/v1/models", "/api")).toBeUndefined();
    expect(stripBasePath("/apiary/v1/models", "/api")).toBeUndefined();
    expect(stripBasePath("/API/v1/models", "/api")).toBeUndefined();
  });
});
