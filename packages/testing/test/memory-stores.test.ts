import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
} from "@diglot/core";
import { describe, it } from "vitest";
import {
  booksContract,
  type ContractCase,
  idempotencyContract,
  keysContract,
  ledgerContract,
  limitsContract,
} from "../src/contracts/index.js";

const secret = "sk-of-the-contract";
const record = { id: "key-1", accountId: "account", models: "all" } as const;

/** Every suite that core's memory implementations keep. */
const suites: Readonly<Record<string, readonly ContractCase[]>> = {
  "the memory ledger is a ledger": ledgerContract(() => ({ store: createMemoryLedger() })),
  "the memory ledger is books": booksContract(() => ({ store: createMemoryLedger() })),
  "the memory keys are keys": keysContract(() => ({
    store: createMemoryKeys([{ key: secret, accountId: "account" }]),
    secret,
    record,
  })),
  "the memory limits are limits": limitsContract(() => ({ store: createMemoryLimits() }), {
    rates: [],
    accounts: false,
  }),
  "the memory idempotency store is one": idempotencyContract(() => ({
    store: createMemoryIdempotency(),
  })),
};

for (const [title, cases] of Object.entries(suites)) {
  describe(title, () => {
    for (const { name, run } of cases) it(name, run);
  });
}
