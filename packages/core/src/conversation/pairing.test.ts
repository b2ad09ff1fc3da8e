import { describe, expect, it } from "vitest";
import { queueById } from "./pairing.js";

describe("things that share an id", () => {
  it("are taken in their order, apart from those of other ids", () => {
    const queues = queueById(["a1", "b1", "a2"], (thing) => thing.charAt(0));
    const a = queues.get("a");
    expect([a?.pop(), a?.pop(), a?.pop()]).toEqual(["a1", "a2", undefined]);
    expect(queues.get("b")).toEqual(["b1"]);
  });

  it("may be named as members of every object are", () => {
    expect(queueById(["__proto__"], (thing) => thing).get("__proto__")).toEqual(["__proto__"]);
    expect(queueById<string>([], (thing) => thing).get("constructor")).toBeUndefined();
  });
});
