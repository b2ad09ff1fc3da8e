import { costOf, type Ledger, noUsage, settleRow } from "@diglot/core";

const dayLength = 86_400_000;
const prices = { input: 0.2, output: 0.8 };

/** Writes what was used on the days before today: more on some than on others, nothing on Sundays. */
export async function writePast(ledger: Ledger, days: number): Promise<void> {
  const today = Date.now() - (Date.now() % dayLength);
  for (let day = 1; day < days; day++) {
    const openedAt = today - day * dayLength;
    if (new Date(openedAt).getUTCDay() !== 0) await ledger.record(rowOf(openedAt, 3 + (day % 5)));
  }
}

function rowOf(openedAt: number, load: number) {
  const usage = {
    ...noUsage,
    input: 90_000 * load,
    cacheRead: 40_000 * load,
    output: 31_000 * load,
  };
  const attemptId = `att_past_${openedAt}`;
  const costNanoDollars = costOf(usage, prices);
  return settleRow(
    {
      ...{ attemptId, requestId: `req_past_${openedAt}`, accountId: "atlas", keyId: "key-atlas" },
      ...{ model: "small", format: "messages", openedAt, prices, onCallerGone: "bill-observed" },
      reservedNanoDollars: costNanoDollars,
      reservedTokens: { input: usage.input, output: usage.output },
    },
    { attemptId, usage, costNanoDollars, end: "completed", settledAt: openedAt },
  );
}
