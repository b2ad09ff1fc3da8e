import { describe, expect, it } from "vitest";
import { createResources } from "./resources.js";

/** Opens resources that note when they are opened and closed. */
function recorder() {
  const steps: string[] = [];
  const open = (name: string) => () => {
    steps.push(`open ${name}`);
    return { value: { name }, close: () => void steps.push(`close ${name}`) };
  };
  return { steps, open };
}

describe("createResources", () => {
  it("keeps what has the same settings until the last lease ends", async () => {
    const { steps, open } = recorder();
    const resources = createResources();
    const [first, second] = [resources.lease(), resources.lease()];
    const one = await first.take("store", { path: "a" }, open("a"));
    expect(await second.take("store", { path: "a" }, open("another"))).toBe(one);
    await first.end();
    expect(steps).toEqual(["open a"]);
    await second.end();
    expect(steps).toEqual(["open a", "close a"]);
  });

  it("opens what has other settings or another name, and closes the last one first", async () => {
    const { steps, open } = recorder();
    const lease = createResources().lease();
    await lease.take("store", { path: "a" }, open("a"));
    await lease.take("store", { path: "b" }, open("b"));
    await lease.take("limits", { path: "a" }, open("c"));
    await lease.end();
    const closed = ["close c", "close b", "close a"];
    expect(steps).toEqual(["open a", "open b", "open c", ...closed]);
  });

  it("still knows what was open before a lease that has failed", async () => {
    const { steps, open } = recorder();
    const resources = createResources();
    const running = resources.lease();
    await running.take("store", "a", open("a"));
    const failing = resources.lease();
    await failing.take("store", "b", open("b"));
    const refusal = new Error("It cannot be opened.");
    await expect(failing.take("limits", 1, () => Promise.reject(refusal))).rejects.toBe(refusal);
    await failing.end();
    await resources.lease().take("store", "a", open("a second a"));
    expect(steps).toEqual(["open a", "open b", "close b"]);
  });

  it("opens again what it has closed", async () => {
    const { steps, open } = recorder();
    const resources = createResources();
    const first = resources.lease();
    await first.take("store", "a", open("a"));
    await first.end();
    const again = await resources.lease().take("store", "a", open("a second a"));
    expect(again).toEqual({ name: "a second a" });
    expect(steps).toEqual(["open a", "close a", "open a second a"]);
  });
});
