import { expect, it, vi } from "vitest";
import { keyOf } from "../test/requests.js";
import { enter } from "./enter.js";
import { toSettings } from "./options.js";
import type { Places } from "./store.js";

it("reports a place that cannot be given back, and does not throw", async () => {
  const down = new Error("connection refused");
  const take: Places["take"] = async () => ({ leave: () => Promise.reject(down) });
  const onError = vi.fn();
  const { release } = await enter({ take }, keyOf(), toSettings({ onError }));
  release();
  await expect.poll(() => onError).toHaveBeenCalledWith(down);
});
