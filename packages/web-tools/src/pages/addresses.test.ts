import { describe, expect, it } from "vitest";
import { assertPublicHost, isPublic } from "./addresses.js";

describe("isPublic", () => {
  it.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fe80::1",
    "not an address",
  ])("refuses %s", (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"])(
    "takes %s",
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );
});

describe("assertPublicHost", () => {
  it.each(["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://[::1]/"])(
    "knows an address in every spelling: %s",
    (address) => {
      expect(() => assertPublicHost(new URL(address))).toThrow("url_not_allowed");
    },
  );

  it("leaves names to the lookup", () => {
    expect(() => assertPublicHost(new URL("http://peaks.example/"))).not.toThrow();
  });
});
