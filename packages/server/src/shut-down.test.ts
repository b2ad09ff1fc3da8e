import { expect, it, onTestFinished, vi } from "vitest";
import { shutDown } from "./shut-down.js";

it("gives running answers five seconds, and connections that stay open half a second more", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const steps: string[] = [];
  const service = {
    async close({ timeout = 0 } = {}) {
      steps.push(`answers end within ${timeout} ms`);
    },
  };
  let onClosed = (): void => undefined;
  const server = {
    close(callback?: () => void) {
      steps.push("no new connections");
      onClosed = () => callback?.();
      return server as never;
    },
    closeAllConnections() {
      steps.push("no connections");
      onClosed();
    },
  };
  const store = { close: () => void steps.push("no store") };

  const done = shutDown(service, server, store);
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(["answers end within 5000 ms", "no new connections"]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(steps.slice(2)).toEqual(["no connections", "no store"]);
  expect(vi.getTimerCount()).toBe(0);
});
