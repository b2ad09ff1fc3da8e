import { expect, it, onTestFinished, vi } from "vitest";
import { closeServer } from "./close-server.js";

it("gives connections that stay open half a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const steps: string[] = [];
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

  const done = closeServer(server);
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(["no new connections"]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(steps).toEqual(["no new connections", "no connections"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves no timer behind that would keep the process", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = {
    close(callback?: () => void) {
      callback?.();
      return server as never;
    },
    closeAllConnections: () => undefined,
  };
  await closeServer(server);
  expect(vi.getTimerCount()).toBe(0);
});
