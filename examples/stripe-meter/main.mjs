// npm start: delivers the ledger rows of a service, from the file that the running service has open as well.
import { appendFile, readFile } from "node:fs/promises";
import { createSqliteStore } from "@diglot/store-sqlite";
import Stripe from "stripe";
import { deliverToStripe } from "./meter.mjs";

const {
  LEDGER = "ledger.sqlite",
  STRIPE_KEY,
  STRIPE_BASE_URL = "https://api.stripe.com",
  METER_EVENT = "nano_dollars",
  // A JSON object of account ids and Stripe's customer ids.
  CUSTOMERS = "customers.json",
  PUT_ASIDE = "put-aside.ndjson",
  EVERY = "60000",
} = process.env;

if (!STRIPE_KEY) throw new TypeError("Set STRIPE_KEY to a secret key of Stripe.");
const { protocol, hostname, port } = new URL(STRIPE_BASE_URL);
const store = createSqliteStore({ path: LEDGER });

const delivery = deliverToStripe({
  ledger: store.ledger,
  stripe: new Stripe(STRIPE_KEY, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port && { port }),
  }),
  eventName: METER_EVENT,
  customers: new Map(Object.entries(JSON.parse(await readFile(CUSTOMERS, "utf8")))),
  putAside: (row, reason) => appendFile(PUT_ASIDE, `${JSON.stringify({ reason, row })}\n`),
  every: Number(EVERY),
  onFailure: (error) => console.error(String(error)),
});
delivery.start();

process.once("SIGTERM", async () => {
  await delivery.stop();
  store.close();
  // The client keeps its connections for some seconds more.
  process.exit();
});
