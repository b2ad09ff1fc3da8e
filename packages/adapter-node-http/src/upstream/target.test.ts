import { expect, it } from "vitest";
import { createTargets } from "./target.js";

it("an address is an origin, and a path with its query", () => {
  expect(createTargets()("https://one.example:8443/v1/messages?beta=true#part")).toEqual({
    origin: "https://one.example:8443",
    path: "/v1/messages?beta=true",
  });
});

it("an address of another protocol, or none, is refused", () => {
  const toTarget = createTargets();
  for (const url of ["ftp://one.example/", "file:///etc/passwd", "/v1/messages"]) {
    expect(() => toTarget(url)).toThrow(TypeError);
  }
});

it("256 addresses are remembered, and forgotten when there are more", () => {
  const toTarget = createTargets();
  const first = toTarget("http://one.example/0");
  for (let count = 1; count < 256; count++) toTarget(`http://one.example/${count}`);
  expect(toTarget("http://one.example/0")).toBe(first);
  toTarget("http://one.example/256");
  expect(toTarget("http://one.example/0")).not.toBe(first);
  expect(toTarget("http://one.example/0")).toEqual(first);
});
