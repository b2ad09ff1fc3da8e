import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import { adminEndpoints } from "../src/endpoints/accounts/index.js";
import {
  balanced,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  deriveModel,
  type Model,
  messagesUpstream,
  type Reporter,
  type ServiceOptions,
  withFallback,
  withRetry,
  withTimeout,
} from "../src/index.js";
import type { SecretSearch } from "../src/redaction/secret-search.js";

const baseUrl = "http://127.0.0.1:1";
const upstreamOf = (id: string) =>
  messagesUpstream({
    id,
    baseUrl,
    apiKey: `key-of-${id}`,
    headers: { "x-auth": `Token t-of-${id}` },
  });

/** What reporters of a service with these options are given. */
function searchesOf(options: Partial<ServiceOptions>): readonly SecretSearch[] {
  const searches: SecretSearch[] = [];
  const order: string[] = [];
  const learn = (name: string): Reporter =>
    Object.assign(() => void order.push(`${name} hears`), {
      secrets(search: SecretSearch) {
        order.push(`${name} learns`);
        searches.push(search);
      },
    });
  const failing = Object.assign(() => undefined, {
    secrets() {
      throw new Error("It fails.");
    },
  });
  createService({
    models: [modelOf(["hello"])],
    allowAnonymous: true,
    reporter: [learn("one"), () => undefined, failing, learn("other")],
    ...options,
  });
  expect(order).toEqual(["one learns", "other learns", "one hears", "other hears"]);
  return searches;
}

describe("the reporters of a service", () => {
  it.each<[string, (id: string) => Model]>([
    ["an upstream", upstreamOf],
    ["a model with a time limit", (id) => withTimeout(upstreamOf(id), { total: 1_000 })],
    ["a model that is asked again", (id) => withRetry(upstreamOf(id))],
    ["a derived model", (id) => deriveModel(upstreamOf(id), upstreamOf(id).respond)],
    ["the second model of a fallback", (id) => withFallback([modelOf([]), upstreamOf(id)])],
    ["the second model of a balance", (id) => balanced([modelOf([]), withRetry(upstreamOf(id))])],
  ])("know the secrets of %s", (_case, toModel) => {
    for (const search of searchesOf({ models: [toModel("one-of-many")] })) {
      expect(search.isIn("it says key-of-one-of-many")).toBe(true);
      expect(search.isIn(`it says ${btoa("t-of-one-of-many")}`)).toBe(true);
      expect(search.isIn("it says key-of-one-of-few, one-of-many and Token")).toBe(false);
    }
  });

  it("know the credentials of administrators", () => {
    const credential = { ada: "canary-of-ada-0123", bob: "canary-of-bob-0123" };
    const [keys, ledger] = [createMemoryKeys([]), createMemoryLedger()];
    const [search] = searchesOf({ endpoints: adminEndpoints({ credential, keys, ledger }) });
    expect([search?.isIn(credential.ada), search?.isIn(credential.bob)]).toEqual([true, true]);
  });

  it("know the secrets of the options", () => {
    const [search] = searchesOf({ secrets: ["hunter2", "open sesame"] });
    expect(search?.isIn("no HUNTER2 here")).toBe(true);
    expect(search?.isIn("no hunter here")).toBe(false);
  });

  it("know nothing of a service without secrets", () => {
    expect(searchesOf({}).map((search) => search.isIn("a text"))).toEqual([false, false]);
  });

  it.each([[[""]], [[1]], ["hunter2"]])("are not made for the secrets %j", (secrets) => {
    const create = () => searchesOf({ secrets: secrets as string[] });
    expect(create).toThrow(/"secrets/);
    expect(create).not.toThrow(/hunter2/);
  });
});

it("shows no secret of a model or of an endpoint to those who print it", () => {
  const endpoints = adminEndpoints({
    credential: "canary-of-ada-0123",
    keys: createMemoryKeys([]),
    ledger: createMemoryLedger(),
  });
  expect(JSON.stringify([upstreamOf("canary"), endpoints])).not.toMatch(/key-of|-of-ada/);
});
