import { describe, expect, it } from "vitest";
import { sayAsked } from "./say-asked.js";

describe("sayAsked", () => {
  it("names the servers on one line that any terminal has room for", () => {
    expect(sayAsked(["http://one/v1", "http://two"])).toBe("Asking http://one/v1, http://two");
    expect(sayAsked([`http://${"a".repeat(200)}`]).length).toBeLessThan(80);
  });

  it("says nothing if none is asked", () => {
    expect(sayAsked([])).toBe("");
  });
});
