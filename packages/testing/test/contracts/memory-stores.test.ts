import {
  createMemoryDocuments,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
} from "@diglot/core";
import { itKeeps } from "@diglot/test-support/contracts";
import { describe } from "vitest";
import {
  type ContractCase,
  documentsContract,
  idempotencyContract,
  keyStoreContract,
  keysContract,
  ledgerContract,
  ledgerRecordsContract,
  limitsContract,
  outboxContract,
} from "../../src/contracts/index.js";
import { createManualClock } from "../../src/fake/manual-clock.js";

import { createListOutbox, type Disk } from "./references/list-outbox.js";
import { withWindows } from "./references/window-limits.js";

/** A moment after all rows of the contracts. */
const now = Date.UTC(2026, 10, 21);

const secret = "sk-of-the-contract";
const record = { id: "key-1", accountId: "account", models: "all" } as const;

/** Every suite that core's memory implementations keep. */
const suites: Readonly<Record<string, readonly ContractCase[]>> = {
  "the memory ledger is a ledger": ledgerContract(() => ({ store: createMemoryLedger() })),
  "the memory ledger is a ledger, on a clock of its own": ledgerContract(() => {
    const clock = createManualClock(now);
    return { store: createMemoryLedger({ clock }), clock };
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
    const clock = createManualClock(now);
    return { store: createMemoryKeys([], { clock }), clock };
  }),
  "the memory limits are limits": limitsContract(() => ({ store: createMemoryLimits() }), {
    rates: [],
  }),
  "limits with fixed windows are limits": limitsContract(() => {
    const clock = createManualClock(now);
    return { store: withWindows(createMemoryLimits(), clock.now), clock };
  }),
  "the memory documents are documents": documentsContract(() => ({
    store: createMemoryDocuments(),
  })),
  "the memory documents are documents, on a clock of their own": documentsContract(() => {
    const clock = createManualClock(now);
    return { store: createMemoryDocuments({ clock }), clock };
  }),
  "the memory idempotency store is one": idempotencyContract(() => ({
    store: createMemoryIdempotency(),
  })),
  "the memory idempotency store is one, on a clock of its own": idempotencyContract(() => {
    const clock = createManualClock(now);
    return { store: createMemoryIdempotency({ clock }), clock };
  }),
  "an outbox in memory is one": outboxContract(() => {
    const disk: Disk = new Map();
    return { store: createListOutbox(disk), reopen: () => createListOutbox(disk) };
  }),
};

describe.each(Object.entries(suites))("%s", (_title, cases) => itKeeps(cases));
