import { createMemoryKeys } from "@diglot/core";
import { expect, it } from "vitest";
import { findKeys } from "./find-keys.js";

const given = [{ id: "me", key: "sk-gateway-0123456789", accountId: "team-a" }];
const issued = createMemoryKeys([{ key: "sk-issued-0123456789", accountId: "team-b" }]);
const limits = { requestsPerMinute: 1 };
const accounts = { "team-a": { limits }, "team-c": {} };

/** The record of a credential. */
async function find(secret: string) {
  const { signal } = new AbortController();
  return findKeys(given, accounts, issued).find({ secret, signal });
}

it("finds keys of the config and issued ones, with the limits that the config gives their accounts", async () => {
  expect(await find("sk-gateway-0123456789")).toMatchObject({ id: "me", accountLimits: limits });
  const other = await find("sk-issued-0123456789");
  expect(other).toMatchObject({ accountId: "team-b", accountLimits: undefined });
  expect(await find("sk-unknown-0123456789")).toBeUndefined();
});

it("has the members of the stores that it stands for, and no others", () => {
  const check = async () => undefined;
  const plain = { find: () => undefined };
  expect(findKeys(given, {}, { ...plain, check } as never)).toHaveProperty("check", check);
  expect(findKeys(given, {}, plain as never)).not.toHaveProperty("check");
  const own = createMemoryKeys([{ id: "me", key: "sk-gateway-0123456789" }]);
  const found = findKeys(given, {}, plain as never);
  expect("given" in found).toBe("given" in own);
  if (own.given) expect(found.given).toMatchObject([{ id: "me" }]);
});
