import { requestOf } from "@diglot/test-support/requests";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { messagesUpstream } from "../src/index.js";
import {
  fullCost,
  gatedModel,
  onlyRow,
  origins,
  policies,
  serviceBefore,
  startCaller,
} from "./leaving-callers.js";
import { fakeUpstream } from "./upstream-of.js";

const ways = origins.flatMap((origin) =>
  policies.flatMap((policy) => [true, false].map((stream) => ({ origin, policy, stream }))),
);

describe("a service that closes before a reply is complete", () => {
  it.each(ways)(
    "P02 charges for what was observed of $origin, under $policy too (stream: $stream)",
    async ({ origin, policy, stream }) => {
      const gated = gatedModel(origin, 3);
      const { service, ledger, clock } = serviceBefore(gated.model, { onCallerGone: policy });
      const caller = startCaller(service, "messages", { stream });
      await gated.reached;
      const closed = service.close({ timeout: 20 });
      clock.advance(20);
      await Promise.all([closed, caller.over]);
      const row = onlyRow(ledger);
      expect(row).toMatchObject({ state: "settled", end: "shutdown", onCallerGone: policy });
      expect(row.costNanoDollars).toBeGreaterThan(0);
      expect(row.costNanoDollars).toBeLessThanOrEqual(fullCost);
    },
  );

  it.each([true, false])(
    "P02 charges for the input if only the head of the upstream's answer has arrived (stream: %s)",
    async (stream) => {
      const type = stream ? "text/event-stream" : "application/json";
      const fake = fakeUpstream(
        async () => new Response(new ReadableStream(), { headers: { "content-type": type } }),
        { prices: { input: 1, output: 5 } },
      );
      const { service, ledger, clock } = serviceBefore(messagesUpstream(fake.options));
      const answer = service.request(...requestOf("messages", { stream }));
      await until(() => fake.seen.length > 0);
      await flushPromises();
      const closed = service.close({ timeout: 20 });
      clock.advance(20);
      expect((await answer).status).toBe(529);
      await closed;
      const row = onlyRow(ledger);
      expect(row).toMatchObject({ end: "shutdown", usage: { sources: { input: "estimated" } } });
      expect(row.costNanoDollars).toBeGreaterThan(0);
    },
  );
});
