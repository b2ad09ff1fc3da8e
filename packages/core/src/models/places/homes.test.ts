import { describe, expect, it } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import { ServiceError } from "../../errors/service-error.js";
import type { ModelRequest } from "../model.js";
import { Homes } from "./homes.js";

/** A request of a conversation that begins in this way, and has these values. */
function requestWith(
  values: readonly string[],
  beginning = "a",
  change: Partial<ModelRequest> = {},
): ModelRequest {
  const { request } = modelRequestOf(change);
  const continuity = {
    beginning: () => [beginning],
    boundValues: () => values,
    mayBind: () => false,
  };
  return { ...request, origin: { ...request.origin, continuity } };
}

/** The values that a request to a model leaves out. */
const leftOut = ({ isForeign }: ModelRequest, values: readonly string[]) =>
  values.filter((value) => isForeign?.(value));

describe("where a conversation is", () => {
  it("is its home until another model answers it, and again when its home does", () => {
    const homes = new Homes(() => 1);
    expect(homes.wayOf(requestWith([])).place).toBe(1);
    homes.wayOf(requestWith([])).noteAnswer(0);
    expect(homes.wayOf(requestWith(["x"])).place).toBe(0);
    expect(homes.wayOf(requestWith(["x"], "b")).place).toBe(1);
    homes.wayOf(requestWith([])).noteAnswer(1);
    expect(homes.wayOf(requestWith(["x"])).place).toBe(1);
  });

  it("is separate for each account", () => {
    const homes = new Homes(() => 0);
    homes.wayOf(requestWith([])).noteAnswer(1);
    const caller = { keyId: "other", accountId: "other" };
    expect(homes.wayOf(requestWith([], "a", { caller })).place).toBe(0);
  });

  it("is where its newest value was made", () => {
    const homes = new Homes(() => 0);
    homes.wayOf(requestWith(["x"])).requestTo(1);
    homes.wayOf(requestWith(["x"])).noteAnswer(1);
    expect(homes.wayOf(requestWith(["x"])).place).toBe(0);
    expect(homes.wayOf(requestWith(["x", "y"])).place).toBe(1);
  });

  it("is forgotten for the oldest of many conversations", () => {
    const homes = new Homes(() => 0);
    for (let index = 0; index <= 10_000; index++) {
      homes.wayOf(requestWith([], `${index}`)).noteAnswer(1);
    }
    expect(homes.wayOf(requestWith([], "0")).place).toBe(0);
    expect(homes.wayOf(requestWith([], "1")).place).toBe(1);
  });
});

describe("a request to a model of a group", () => {
  it("is the same if it has nothing that was made elsewhere", () => {
    const homes = new Homes(() => 0);
    for (const values of [[], ["x", "y"]]) {
      const request = requestWith(values);
      expect(homes.wayOf(request).requestTo(0)).toBe(request);
    }
  });

  it("leaves out what each other model has made, wherever the conversation was since", () => {
    const homes = new Homes(() => 0);
    const go = (values: readonly string[], model: number) => {
      const way = homes.wayOf(requestWith(values));
      const left = leftOut(way.requestTo(model), values);
      way.noteAnswer(model);
      return left;
    };
    expect(go(["a0"], 0)).toEqual([]);
    expect(go(["a0"], 1)).toEqual(["a0"]);
    expect(go(["a0", "b1"], 1)).toEqual(["a0"]);
    expect(go(["a0", "b1", "c1"], 2)).toEqual(["a0", "b1", "c1"]);
    expect(go(["a0", "b1", "c1", "d2"], 1)).toEqual(["a0", "d2"]);
    expect(go(["a0", "b1", "c1", "d2"], 0)).toEqual(["b1", "c1", "d2"]);
  });

  it("also leaves out what an outer group has found", () => {
    const homes = new Homes(() => 0);
    const outer = { isForeign: (value: string) => value === "x" };
    const way = homes.wayOf(requestWith(["x", "y"], "a", outer));
    expect(way.values).toEqual(["y"]);
    expect(leftOut(way.requestTo(1), ["x", "y"])).toEqual(["x", "y"]);
    expect(leftOut(way.requestTo(0), ["x", "y"])).toEqual(["x"]);
  });

  it("leaves out everything that a model has disproved, until something new binds it", () => {
    const homes = new Homes(() => 0);
    const way = homes.wayOf(requestWith(["x"]));
    way.noteDisproved();
    expect(leftOut(way.requestTo(0), ["x"])).toEqual(["x"]);
    const later = homes.wayOf(requestWith(["x", "y"]));
    expect(later.place).toBe(0);
    expect(leftOut(later.requestTo(0), ["x", "y"])).toEqual(["x"]);
  });
});

describe("a disproof", () => {
  const refusal = (upstreamMessage: string, upstreamStatus = 400) =>
    new ServiceError({ kind: "bad_request", message: "No.", upstreamMessage, upstreamStatus });

  it.each<[unknown, boolean]>([
    [refusal("messages.1.content.0: Invalid `signature` in `thinking` block"), true],
    [refusal("The encrypted content gAAA could not be verified."), true],
    [refusal("Container not found."), true],
    [refusal("max_tokens: too large"), false],
    [refusal("Invalid signature", 500), false],
    [new Error("Invalid signature"), false],
  ])("is a refusal that speaks of what only its maker can use: %s", (error, expected) => {
    const homes = new Homes(() => 0);
    const way = homes.wayOf(requestWith(["x"]));
    expect(way.isDisproved(way.requestTo(0), error)).toBe(expected);
    expect(way.isDisproved(way.requestWithoutValues(), error)).toBe(false);
    const plain = homes.wayOf(requestWith([]));
    expect(plain.isDisproved(plain.requestTo(0), error)).toBe(false);
  });
});
