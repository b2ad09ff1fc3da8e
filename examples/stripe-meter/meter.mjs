// Each ledger row that has a cost becomes one event of a Stripe meter.
import { createRowDelivery } from "@diglot/core/accounts";
import Stripe from "stripe";

/** @typedef {import("@diglot/core").FinalRow} FinalRow */

/**
 * @typedef {object} StripeMeter
 * @property {import("@diglot/core").LedgerRecords} ledger
 * @property {Stripe} stripe
 * @property {string} eventName of a meter that sums up `value`
 * @property {Pick<ReadonlyMap<string, string>, "get">} customers Stripe's customers, by account id
 * @property {(row: FinalRow, reason: string) => Promise<void>} putAside keeps a row that cannot be sent to Stripe; may get the same row again
 * @property {number} every milliseconds between two deliveries
 * @property {(error: unknown) => void} onFailure gets the reason why a delivery stopped; the next delivery continues
 */

/**
 * Makes a delivery of rows to a meter, which runs from `start` to `stop`. Each event's value is the
 * cost in nano-dollars, a whole number, as Stripe requires. So nothing is rounded here: with a price
 * of `unit_amount_decimal: "0.0000001"` cents it is rounded once, on the invoice.
 *
 * Stripe accepts an identifier once within at least a day, so a repeated row is not counted twice. Only
 * the row that a crash has left without an answer is repeated: if you restart more than a day after a
 * crash, check whether Stripe has it. Stripe checks customers later, and reports unknown ones by
 * webhook (`v1.billing.meter.error_report_triggered`).
 *
 * @param {StripeMeter} meter
 */
export function deliverToStripe(meter) {
  const { ledger, every, onFailure } = meter;
  return createRowDelivery({
    ledger,
    name: "stripe",
    // The cursor moves with each row: a read and a write are little beside a request to Stripe.
    batch: 1,
    every,
    onFailure,
    deliver: (row) => deliver(row, meter),
  });
}

/** Rejects for temporary failures: the row is delivered again, and none overtakes it. @param {FinalRow} row @param {StripeMeter} meter */
async function deliver(row, { stripe, eventName, customers, putAside }) {
  if (row.costNanoDollars === 0) return;
  const customer = customers.get(row.accountId);
  if (customer === undefined) return putAside(row, "The account is no customer.");
  if (row.settledAt < Date.now() - longestDelay) return putAside(row, "The row is too old.");
  const event = {
    event_name: eventName,
    payload: { stripe_customer_id: customer, value: String(row.costNanoDollars) },
    identifier: row.attemptId,
    timestamp: Math.floor(row.settledAt / 1_000),
  };
  await stripe.billing.meterEvents.create(event).catch((error) => {
    if (!isThereAlready(error)) throw error;
  });
}

/** Stripe takes events of the last 35 days; one day is left to it. */
const longestDelay = 34 * 24 * 60 * 60 * 1_000;

/** The refusal of an identifier that Stripe has has no code, only these words. @param {unknown} error */
function isThereAlready(error) {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.message.includes("event already exists with identifier")
  );
}
