import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
} from "@diglot/core";
import { itKeeps } from "@diglot/test-support/contracts";
import { describe } from "vitest";
import {
  type ContractCase,
  idempotencyContract,
  keyStoreContract,
  keysContract,
  ledgerContract,
  ledgerRecordsContract,
  limitsContract,
  outboxContract,
} from "../../src/contracts/index.js";

import { createStillClock } from "./references/clock.js";
import { createListOutbox, type Disk } from "./references/list-outbox.js";
import { withWindows } from "./references/window-limits.js";

const secret = "sk-of-the-contract";
const record = { id: "key-1", accountId: "account", models: "all" } as const;

/** Every suite that core's memory implementations keep. */
const suites: Readonly<Record<string, readonly ContractCase[]>> = {
  "the memory ledger is a ledger": ledgerContract(() => ({ store: createMemoryLedger() })),
  "the memory ledger is a ledger, on a clock of its own": ledgerContract(() => {
    const { clock, contract } = createStillClock();
    return { store: createMemoryLedger({ clock }), clock: contract };
  }),
  "the records of the memory ledger": ledgerRecordsContract(() => ({
    store: createMemoryLedger(),
  })),
  "the memory keys are keys": keysContract(() => ({
    store: createMemoryKeys([{ key: secret, accountId: "account" }]),
    secret,
    record,
  })),
  "the memory keys are a store of keys": keyStoreContract(() => ({ store: createMemoryKeys([]) })),
  "the memory keys are a store of keys, on a clock of their own": keyStoreContract(() => {
    const { clock, contract } = createStillClock();
    return { store: createMemoryKeys([], { clock }), clock: contract };
  }),
  "the memory limits are limits": limitsContract(() => ({ store: createMemoryLimits() }), {
    rates: [],
  }),
  "limits with fixed windows are limits": limitsContract(() => {
    const { contract } = createStillClock();
    return { store: withWindows(createMemoryLimits(), contract.now), clock: contract };
  }),
  "the memory idempotency store is one": idempotencyContract(() => ({
    store: createMemoryIdempotency(),
  })),
  "the memory idempotency store is one, on a clock of its own": idempotencyContract(() => {
    const { clock, contract } = createStillClock();
    return { store: createMemoryIdempotency({ clock }), clock: contract };
  }),
  "an outbox in memory is one": outboxContract(() => {
    const disk: Disk = new Map();
    return { store: createListOutbox(disk), reopen: () => createListOutbox(disk) };
  }),
};

describe.each(Object.entries(suites))("%s", (_title, cases) => itKeeps(cases));
