import { describe, expect, it } from "vitest";
import type { CheckedConfig } from "../config/check/check-config.js";
import { listOwnHosts } from "../config/reachable.js";
import { hostsOfAll, sayOpenToAll } from "./open-to-all.js";

/** What is said at the start under a config with these members. */
function saidOf(members: object): readonly string[] {
  const said: string[] = [];
  sayOpenToAll(members as CheckedConfig, { warn: (message) => void said.push(message) });
  return said;
}

describe("a gateway that everyone may call", () => {
  it.each(["0.0.0.0", "192.0.2.7"])("says so if others than this machine reach it: %s", (host) => {
    const config = { allowAnonymous: true, host } as unknown as CheckedConfig;
    expect(saidOf(config)).toEqual([
      `Everyone who reaches ${host} may call without a key (allowAnonymousFromNetwork).`,
    ]);
    expect(hostsOfAll(config)).toEqual(listOwnHosts(host));
  });

  it.each([
    ["it is reached from this machine alone", { allowAnonymous: true, host: "127.0.0.1" }],
    ["it has the usual host", { allowAnonymous: true }],
    ["callers need a key", { allowAnonymous: false, host: "0.0.0.0" }],
    ["nothing is said of keys", { host: "0.0.0.0" }],
  ])("is none if %s", (_case, members) => {
    expect(saidOf(members)).toEqual([]);
    expect(hostsOfAll(members as CheckedConfig)).toBeUndefined();
  });
});
