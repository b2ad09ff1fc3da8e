// Each row becomes one call of a meter.
import { createRowDelivery } from "@diglot/core/accounts";
import { ledger } from "./endpoints.mjs";

const delivery = createRowDelivery({
  ledger,
  name: "meter",
  every: 60_000,
  async deliver(row) {
    if (row.costNanoDollars === 0) return;
    const response = await fetch(process.env.METER_URL ?? "", {
      method: "POST",
      headers: { "idempotency-key": row.attemptId },
      body: JSON.stringify({ account: row.accountId, nanoDollars: row.costNanoDollars }),
    });
    if (!response.ok) throw new Error(`The meter answered ${response.status}.`);
  },
  onFailure: console.error,
});

delivery.start();

export { delivery };
