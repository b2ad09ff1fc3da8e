import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { isLoopback, isPrivate, listOwnHosts } from "./reachable.js";

describe("isLoopback", () => {
  it.each([
    "127.0.0.1",
    "127.8.9.10",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "localhost",
    "LocalHost",
  ])("is true of %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    ...["0.0.0.0", "::", "0", "", "192.168.1.5", "10.0.0.1", "fe80::1", "::ffff:10.0.0.1"],
    ...["my-machine", "gateway.example", "localhost.evil.example", "127.0.0.1.evil.example"],
  ])("is false of %j, which others may reach", (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe("isPrivate", () => {
  it.each([
    ...["127.0.0.1", "[::1]", "localhost", "10.1.2.3", "172.31.0.1", "192.168.1.5"],
    ...["[fd00::1]", "[fe80::1]", "studio.local", "gpu-box"],
  ])("is true of %s", (hostname) => {
    expect(isPrivate(hostname)).toBe(true);
  });

  it.each(["8.8.8.8", "172.32.0.1", "[2001:db8::1]", "api.example.com", "local.example"])(
    "is false of %s",
    (hostname) => {
      expect(isPrivate(hostname)).toBe(false);
    },
  );
});

describe("listOwnHosts", () => {
  it("is the host as it stands in an address", () => {
    expect(listOwnHosts("192.168.1.5")).toEqual(["192.168.1.5"]);
    expect(listOwnHosts("My-Machine")).toEqual(["my-machine"]);
    expect(listOwnHosts("FE80::1")).toEqual(["[fe80::1]"]);
  });

  it.each(["0.0.0.0", "::", "0", ""])("is each address of the machine for %j", (host) => {
    const count = Object.values(networkInterfaces()).flat().length;
    expect(listOwnHosts(host)).toHaveLength(count);
    expect(listOwnHosts(host)).toContain("127.0.0.1");
  });
});
