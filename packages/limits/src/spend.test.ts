import { expect, it, vi } from "vitest";
import type { WindowQuota } from "./quotas.js";
import { createSpend } from "./spend.js";
import type { Windows } from "./store.js";

it("asks the store for nothing if the estimate was exact", () => {
  const charge = vi.fn<Windows["charge"]>();
  const giveBack = vi.fn<Windows["giveBack"]>();
  const quota: WindowQuota = {
    kind: "inputTokens",
    scope: "key",
    id: "k",
    name: "n",
    limit: 100,
    requested: 10,
    charged: 10,
  };
  const counted = [{ quota, state: { used: 10, resetAt: 1 } }];
  createSpend({ charge, giveBack }, counted, vi.fn())({ input: 10, output: 5 });
  expect(charge).not.toHaveBeenCalled();
  expect(giveBack).not.toHaveBeenCalled();
});
