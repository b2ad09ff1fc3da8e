import { defineModel } from "@diglot/core";
import { deferred } from "@diglot/test-support/wait";
import { vi } from "vitest";

/** A model that says what it is told to, and then nothing more until it is cut. */
export function muteModel() {
  const asked = deferred();
  const told = deferred<string>();
  const model = defineModel("mute", async function* ({ signal }) {
    asked.resolve();
    const cut = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    yield await Promise.race([told.promise, cut]);
    await cut;
  });
  return { model, asked: asked.promise, say: told.resolve };
}

/** Time that a test moves, which is not at its beginning. */
export async function holdTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  await vi.advanceTimersByTimeAsync(10_000);
}
