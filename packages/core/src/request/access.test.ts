import { describe, expect, it, vi } from "vitest";
import type { Endpoint } from "../endpoints/endpoint.js";
import { closing } from "../errors/closing.js";
import { checkAccess } from "./access.js";
import type { Routed } from "./call.js";

const foreign = new Error("A page of another site sends it.");

/** Checks a request to an endpoint, or to a model, that a page of another site sends. */
function check(endpoint?: Partial<Endpoint>, accepting = true) {
  const checkSite = vi.fn(() => {
    throw foreign;
  });
  const checkPublicSite = vi.fn();
  const route = endpoint
    ? { kind: "operation", operation: { name: "endpoint", endpoint } }
    : { kind: "generate" };
  const settings = { checkSite, checkPublicSite };
  const routed = { settings, route, lifetime: { accepting }, exchange: {} } as unknown as Routed;
  return { access: () => checkAccess(routed), checkPublicSite };
}

describe("the access to a service", () => {
  it("is refused to pages of other sites, but for endpoints that are public", () => {
    expect(check().access).toThrow(foreign);
    expect(check({ isPublic: false }).access).toThrow(foreign);
    const { access, checkPublicSite } = check({ isPublic: true });
    expect(access).not.toThrow();
    expect(checkPublicSite).toHaveBeenCalledTimes(1);
  });

  it("is refused while it closes, but for endpoints that answer then", () => {
    expect(check(undefined, false).access).toThrow(closing());
    expect(check({ isPublic: true }, false).access).toThrow(closing());
    expect(check({ isPublic: true, whileClosing: true }, false).access).not.toThrow();
  });
});
