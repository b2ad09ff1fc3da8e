import { type Clock, defineModel, type Model, ServiceError } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { modelOf } from "@diglot/test-support/models";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it, vi } from "vitest";
import { ConfigError } from "../../config/check/config-error.js";
import { buildModels, type Parts } from "./build-models.js";
import type { OpenUpstream } from "./open-upstream.js";

const build = (parts: Partial<Parts>) =>
  buildModels({ models: [], upstreams: new Map(), listed: [], source: "config", ...parts });

/** A model that fails so often before it says its id, and how often it was asked. */
function failing(id: string, times: number) {
  let asked = 0;
  const model = defineModel(id, async function* () {
    asked += 1;
    if (asked <= times) throw new ServiceError({ kind: "overloaded", message: "Later." });
    yield `I am ${id}.`;
  });
  return { model, asked: () => asked };
}

/** An upstream that makes these models. */
function upstreamOf(...models: readonly Model[]) {
  const made: string[] = [];
  const open = {
    create({ id }: { readonly id: string }) {
      made.push(id);
      return models.find((model) => model.id === id) ?? expect.fail(`There is no ${id}.`);
    },
  } as unknown as OpenUpstream;
  return { upstreams: new Map([["remote", open]]), made };
}

async function ask(model: Model | undefined) {
  const { service } = serviceOf(model ?? expect.fail("There is no model."));
  const answer = await service.request(...requestOf("messages", { model: model?.id }));
  return { status: answer.status, text: await answer.text() };
}

describe("buildModels", () => {
  it("makes each model once, however many groups it stands in", async () => {
    const { upstreams, made } = upstreamOf(modelOf(["Hello"], {}, "one"));
    const models = await build({
      upstreams,
      models: [
        { id: "one", upstream: "remote" },
        { id: "first", fallback: ["one"] },
        { id: "second", balance: ["one"] },
      ],
    });
    expect(models.map(({ id }) => id)).toEqual(["one", "first", "second"]);
    expect(made).toEqual(["one"]);
  });

  it("finds the members of a group among the listed models, by their names", async () => {
    const listed = ["small", "large"].map((id) => modelOf([`I am ${id}.`], {}, id));
    const [any, ...others] = await build({
      listed,
      models: [{ id: "any", balance: [{ model: "large", weight: 1 }] }],
    });
    expect(others).toEqual(listed);
    expect((await ask(any)).text).toContain("I am large.");
  });

  it("shares requests by the weights of the members", async () => {
    const listed = ["small", "large"].map((id) => modelOf([`I am ${id}.`], {}, id));
    const [any] = await build({
      listed,
      models: [{ id: "any", balance: ["small", { model: "large", weight: 1_000_000_000 }] }],
    });
    for (let times = 0; times < 20; times += 1) {
      expect((await ask(any)).text).toContain("I am large.");
    }
  });

  it.each([
    [true, 2],
    [{ retries: 2, baseDelay: 0 }, 2],
    [{ retries: 0 }, 1],
    [undefined, 1],
  ])("tries again as the config says: %j", async (retry, times) => {
    const { model, asked } = failing("one", 1);
    const { upstreams } = upstreamOf(model);
    vi.spyOn(Math, "random").mockReturnValue(0);
    const [one] = await build({
      upstreams,
      models: [{ id: "one", upstream: "remote", ...(retry !== undefined && { retry }) }],
    });
    const { status } = await ask(one);
    expect([asked(), status === 200]).toEqual([times, times === 2]);
  });

  it("lets Eliza speak at the pace of a large model, unless the config says another one", async () => {
    const pacesOf = async (change: object) => {
      const [eliza] = await build({ models: [{ id: "eliza", embedded: "eliza", ...change }] });
      const clock = createFakeClock();
      const waited: number[] = [];
      const after: Clock["after"] = (milliseconds, callback) => {
        if (milliseconds > 100) return clock.after(milliseconds, callback);
        waited.push(milliseconds);
        queueMicrotask(callback);
        return () => undefined;
      };
      const { service } = serviceOf(eliza ?? expect.fail("There is no model."), {
        clock: { ...clock, after },
      });
      await (await service.request(...requestOf("messages", { model: "eliza" }))).text();
      return [...new Set(waited)];
    };
    expect(await pacesOf({})).toEqual([30]);
    expect(await pacesOf({ wordDelay: 7 })).toEqual([7]);
    expect(await pacesOf({ wordDelay: 0 })).toEqual([]);
  });

  it("limits the time of an attempt also where the config says that it is tried again", async () => {
    const silent = defineModel("one", async function* ({ signal }) {
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      yield "never";
    });
    const { upstreams } = upstreamOf(silent);
    const limits = { timeout: { firstEvent: 5 }, retry: true };
    const [one] = await build({
      upstreams,
      models: [{ id: "one", upstream: "remote", ...limits }],
    });
    expect((await ask(one)).status).toBe(504);
  });

  it.each([
    ["of a group", { id: "any", fallback: ["none"] }, 'there is no model "none"'],
    ["of an upstream", { id: "any", upstream: "none" }, 'there is no upstream "none"'],
    ["of nothing", { id: "any" }, 'there is no upstream ""'],
  ])("says what is missing %s", async (_name, model, words) => {
    await expect(build({ models: [model] })).rejects.toThrow(words);
  });

  it("says where in the config an option stands that a model cannot have", async () => {
    const models = [modelOf(["Hello"], {}, "own"), { id: "any", embedded: "echo", aliases: [""] }];
    const failure = await build({ models: models as never }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({ problems: [{ path: ["models", 1] }] });
  });
});
