import { createMemoryKeys, createMemoryLedger } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { hello, pauseAfter, say, script, text } from "../../upstream/index.js";
import { createTimeByHand, type Time } from "../time.js";
import type { Way } from "../upstreams/ways.js";
import { openWorld, send } from "../upstreams/world.js";
import { relayedWays, wayTitle } from "./faults.js";

const prices = { input: 3, output: 15 };
const keys = createMemoryKeys([{ key, accountId: "ada" }]);

async function openPriced(way: Way, budget: number, time?: Time) {
  const ledger = createMemoryLedger({ budgets: { ada: budget } });
  const world = await openWorld(way, { time, upstream: { prices }, service: { keys, ledger } });
  const body = JSON.stringify({
    model: "fronted",
    max_tokens: 100,
    stream: way.stream,
    messages: [{ role: "user", content: "hi" }],
  });
  const statusOf = async () => {
    const response = await send(world, { body });
    await response.text();
    return response.status;
  };
  const untilSettled = () => until(() => ledger.all().every(({ state }) => state === "settled"));
  return { world, ledger, statusOf, untilSettled };
}

describe.each(relayedWays)(`a budget ${wayTitle}`, (way: Way) => {
  it("Q01 lets exactly the affordable number of concurrent requests through", async () => {
    const probe = await openPriced(way, Number.MAX_SAFE_INTEGER);
    probe.world.upstream.reply(say(hello));
    await probe.statusOf();
    const [{ reservedNanoDollars: worst } = { reservedNanoDollars: 0 }] = probe.ledger.all();

    const affordable = 3;
    const budget = affordable * worst + worst / 2;
    const time = createTimeByHand();
    const { world, ledger, statusOf, untilSettled } = await openPriced(
      way,
      Math.floor(budget),
      time,
    );
    world.upstream.reply(say(hello, pauseAfter(0, 300)));
    let refused = 0;
    const asked = Array.from({ length: 20 }, async () => {
      const status = await statusOf();
      if (status !== 200) refused += 1;
      return status;
    });
    // No answer ends before all the others have been refused.
    await until(() => refused === 20 - affordable);
    const statuses = await time.during(Promise.all(asked));
    const refusal = way.caller === "messages" ? 402 : 429;
    expect(statuses.filter((status) => status === 200)).toHaveLength(affordable);
    expect(statuses.filter((status) => status === refusal)).toHaveLength(20 - affordable);
    expect(world.upstream.requests).toHaveLength(affordable);
    await untilSettled();
    const { spent, reserved } = await ledger.balance("ada");
    expect({ spent, reserved }).toEqual({ spent: affordable * 138_000, reserved: 0 });
  });

  it("Q02 records what an upstream reports above the reservation, as it reports it", async () => {
    const { world, ledger, statusOf, untilSettled } = await openPriced(way, 1_000_000_000);
    const usage = { input: 11, output: 5_000 };
    world.upstream.reply(say(script([text("Hel", "lo")], { usage })));
    expect(await statusOf()).toBe(200);
    await untilSettled();
    const [row] = ledger.all();
    expect(row).toMatchObject({
      reservedTokens: { output: 100 },
      usage: { output: 5_000, sources: { input: "reported", output: "reported" } },
      costNanoDollars: 11 * 3_000 + 5_000 * 15_000,
    });
    expect(row && "costNanoDollars" in row && row.costNanoDollars).toBeGreaterThan(
      row?.reservedNanoDollars ?? 0,
    );
    expect(await ledger.balance("ada")).toMatchObject({ spent: 75_033_000, reserved: 0 });
  });

  it("Q02 never records an estimate above the reservation", async () => {
    const { world, ledger, statusOf, untilSettled } = await openPriced(way, 1_000_000_000);
    const words = Array.from({ length: 2_000 }, (_, number) => `word ${number} `);
    world.upstream.reply(say(script([text(...words)], { usage: undefined })));
    expect(await statusOf()).toBe(200);
    await untilSettled();
    const [row] = ledger.all();
    expect(row).toMatchObject({ usage: { sources: { input: "estimated" } } });
    const { spent, reserved } = await ledger.balance("ada");
    expect(reserved).toBe(0);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(row?.reservedNanoDollars ?? 0);
  });
});
