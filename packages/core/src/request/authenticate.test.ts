import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { KeyRecord, Keys } from "../accounts/keys/keys.js";
import { formatOf } from "../formats/messages/__fixtures__/make.js";
import type { Exchange } from "../http/exchange.js";
import { defineModel } from "../models/in-process/define-model.js";
import type { Settings } from "../options.js";
import { toSettings } from "../settings.js";
import { authenticate, chooseModel, modelsOf } from "./authenticate.js";
import type { Routed } from "./call.js";

/** A request of a service, as far as its caller and its model are concerned. */
function routedOf(settings: Settings, exchange?: Exchange): Routed {
  return { settings, exchange, format: formatOf() } as unknown as Routed;
}

function modelOf(id: string, ...aliases: string[]) {
  return defineModel(id, async function* () {}, { aliases });
}

const settings = toSettings({
  models: [
    modelOf("all", "*"),
    modelOf("big", "claude-*", "claude-opus-*"),
    modelOf("small", "claude-haiku-*", "claude-opus-4", "mid*dle"),
    modelOf("claude-own"),
    modelOf("first", "twin-one-*"),
    modelOf("second", "twin-*"),
  ],
  allowAnonymous: true,
});

/** The model that a name means for a key, or the status of the refusal. */
function choose(name: string, models: "all" | readonly string[] = "all"): string {
  try {
    return chooseModel(routedOf(settings), { id: "k", accountId: "a", models }, name).id;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

describe("chooseModel", () => {
  it.each([
    ["big", "big"],
    ["claude-own", "claude-own"],
    ["claude-opus-4", "small"],
    ["claude-opus-4-1", "big"],
    ["claude-haiku-9", "small"],
    ["claude-", "big"],
    ["claude", "all"],
    ["gpt-9", "all"],
    ["claude-*", "big"],
    ["mid*dle", "small"],
    ["mid-dle", "all"],
    ["mid*dlx", "all"],
    ["twin-one-1", "first"],
  ])("finds for %j the model %j: exact names first, then the longest beginning", (name, id) => {
    expect(choose(name)).toBe(id);
  });

  it("looks only among the models of the key, which are listed by their ids", () => {
    expect(choose("claude-haiku-9", ["big"])).toBe("big");
    expect(choose("claude-own", ["all"])).toBe("all");
    expect(choose("gpt-9", ["big"])).toBe("unknown_model");
    expect(choose("claude-3", ["claude-*", "claude-3"])).toBe("unknown_model");
  });

  it("finds nothing for a key without models", () => {
    expect(choose("big", [])).toBe("unknown_model");
  });
});

describe("authenticate", () => {
  /** Who a request with a key is, at a store that finds this. */
  async function identify(find: Keys["find"] | undefined, secret: string | undefined = "sk-1") {
    const model = modelOf("m");
    const options = find ? { keys: { find } } : { allowAnonymous: true };
    const { signal } = new AbortController();
    const headers = new Headers(secret === undefined ? {} : { "x-api-key": secret });
    const body = { kind: "empty" } as const;
    const exchange = { method: "POST", target: "/v1/messages", headers, body, signal };
    return authenticate(routedOf(toSettings({ models: [model], ...options }), exchange));
  }

  const record = { id: "key-1", accountId: "team", models: "all" } as const;

  it("is the record that the store finds, whether at once or later", async () => {
    const find = vi.fn<Keys["find"]>(() => record);
    expect(await identify(find)).toBe(record);
    expect(find.mock.calls[0]?.[0]).toMatchObject({ secret: "sk-1" });
    expect(await identify(async () => record)).toBe(record);
  });

  it("is refused without a key, before the store is asked, and with a wrong one", async () => {
    const find = vi.fn<Keys["find"]>(async () => undefined);
    const error = await identify(find, "").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "unauthenticated" });
    expect(find).not.toHaveBeenCalled();
    await expect(identify(find)).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(find).toHaveBeenCalledTimes(1);
  });

  it("is the same anonymous caller for everybody where no key is asked for", async () => {
    expect(await identify(undefined, "anything")).toEqual({
      id: "anonymous",
      accountId: "anonymous",
      models: "all",
    });
  });

  it("refuses a record that is not whole each time, and looks at a right one once", async () => {
    const wrong = { id: "key-1", models: "all" } as unknown as KeyRecord;
    for (let turn = 0; turn < 2; turn++) {
      await expect(identify(async () => wrong)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('keys.find: "record.accountId"') },
      });
    }
    const models = vi.fn(() => "all" as const);
    const counted: KeyRecord = {
      id: "key-1",
      accountId: "team",
      get models() {
        return models();
      },
    };
    await identify(async () => counted);
    const looks = models.mock.calls.length;
    await identify(async () => counted);
    expect([looks > 0, models.mock.calls.length]).toEqual([true, looks]);
  });

  it("shows a host without handles of its own an empty list of them", async () => {
    const host = vi.fn(() => undefined);
    const model = modelOf("m");
    const settings = toSettings({ models: [model], authenticate: host });
    const { signal } = new AbortController();
    const body = { kind: "empty" } as const;
    const exchange = { method: "GET", target: "/", headers: new Headers(), body, signal };
    expect(() => authenticate(routedOf(settings, exchange))).toThrow(
      expect.objectContaining({ kind: "unauthenticated" }),
    );
    expect(host).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ host: [] }));
  });

  it("names the keys where their store fails", async () => {
    const clock = createFakeClock();
    const keys = { find: () => new Promise<undefined>(() => undefined) };
    const settings = toSettings({
      models: [modelOf("m")],
      keys,
      clock,
      ledgerTimes: { reserve: 9 },
    });
    const { signal } = new AbortController();
    const headers = new Headers({ "x-api-key": "sk-1" });
    const body = { kind: "empty" } as const;
    const exchange = { method: "POST", target: "/v1/messages", headers, body, signal };
    const late = authenticate(routedOf(settings, exchange));
    const refused = expect(late).rejects.toMatchObject({
      kind: "store_unavailable",
      cause: { message: "The keys did not answer within 9 ms." },
    });
    await flushPromises();
    clock.advance(9);
    await refused;
  });
});

describe("modelsOf", () => {
  const ids = ["gpt-4", "gpt-4o", "gpt-4o-mini", "my-gpt-4", "GPT-4"];
  const similar = toSettings({ models: ids.map((id) => modelOf(id)), allowAnonymous: true });
  const idsOf = (models: "all" | readonly string[]) =>
    modelsOf(similar, { id: "k", accountId: "a", models }).map(({ id }) => id);

  it.each(ids)("gives a key for %j that model alone, whose name others contain", (id) => {
    expect(idsOf([id])).toEqual([id]);
    for (const other of ids) {
      const named = () =>
        chooseModel(routedOf(similar), { id: "k", accountId: "a", models: [id] }, other).id;
      if (other === id) expect(named()).toBe(id);
      else expect(named).toThrow();
    }
  });

  it("keeps the order of the service, and all models for a key for all", () => {
    expect(idsOf(["GPT-4", "gpt-4", "gpt"])).toEqual(["gpt-4", "GPT-4"]);
    expect(idsOf("all")).toEqual(ids);
    expect(idsOf([])).toEqual([]);
  });
});
