import {
  createMemoryDocuments,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
} from "@diglot/core";
import { describe } from "vitest";
import {
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
import { brokenBudgets } from "./mutants/budgets.js";
import { brokenKeyStores, brokenKeys } from "./mutants/keys.js";
import { brokenLedger, brokenLedgers } from "./mutants/ledger.js";
import { itNotices } from "./mutants/mutant.js";
import {
  brokenDocuments,
  brokenIdempotency,
  brokenLimits,
  brokenOutboxes,
} from "./mutants/others.js";
import { brokenRates } from "./mutants/rates.js";
import { createListOutbox, type Disk } from "./references/list-outbox.js";
import { type WindowDefects, withWindows } from "./references/window-limits.js";

/** A moment after all rows of the contracts. */
const now = Date.UTC(2026, 10, 21);

describe("ledgerContract", () => {
  itNotices(brokenLedgers, (mutate) =>
    ledgerContract(() => ({ store: mutate(createMemoryLedger()) })),
  );
});

describe("ledgerContract, on its budgets", () => {
  itNotices(brokenBudgets, (mutate) =>
    ledgerContract(() => {
      const clock = createManualClock(now);
      return { store: mutate(createMemoryLedger({ clock })), clock };
    }),
  );
});

describe("ledgerRecordsContract", () => {
  itNotices(brokenLedger, (mutate) =>
    ledgerRecordsContract(() => ({ store: mutate(createMemoryLedger()) })),
  );
});

describe("keysContract", () => {
  const secret = "sk-of-the-contract";
  const record = { id: "key-1", accountId: "account", models: "all" } as const;
  itNotices(brokenKeys, (mutate) =>
    keysContract(() => ({
      store: mutate(createMemoryKeys([{ key: secret, accountId: "account" }])),
      secret,
      record,
    })),
  );
});

describe("keyStoreContract", () => {
  itNotices(brokenKeyStores, (mutate) =>
    keyStoreContract(() => ({ store: mutate(createMemoryKeys([])) })),
  );
});

describe("limitsContract", () => {
  itNotices(brokenLimits, (mutate) =>
    limitsContract(() => ({ store: mutate(createMemoryLimits()) }), { rates: [] }),
  );

  const defects: Readonly<Record<string, WindowDefects>> = {
    "charges for what it refuses": { chargesRefused: true },
    "does not count what was spent": { ignoresSpend: true },
    "adds what was spent to the estimate": { addsToEstimate: true },
    "forgets the rates of accounts": { ignoresAccounts: true },
    "has one window for all": { sharesWindows: true },
    "never begins a new window": { neverEnds: true },
    "reports the window that has more left": { reportsTheLooser: true },
  };
  const mutants = Object.fromEntries(
    Object.entries(defects).map(([name, each]) => [name, () => each] as const),
  );
  itNotices(mutants, (mutate) =>
    limitsContract(() => {
      const clock = createManualClock(now);
      const store = withWindows(createMemoryLimits(), clock.now, mutate({}));
      return { store, clock };
    }),
  );
  itNotices(brokenRates, (mutate) =>
    limitsContract(() => {
      const clock = createManualClock(now);
      return { store: mutate(withWindows(createMemoryLimits(), clock.now)), clock };
    }),
  );
});

describe("idempotencyContract", () => {
  itNotices(brokenIdempotency, (mutate) =>
    idempotencyContract(() => ({ store: mutate(createMemoryIdempotency()) })),
  );
});

describe("documentsContract", () => {
  itNotices(brokenDocuments, (mutate) =>
    documentsContract(() => ({ store: mutate(createMemoryDocuments()) })),
  );
});

describe("outboxContract", () => {
  itNotices(brokenOutboxes, (mutate) =>
    outboxContract(() => {
      const disk: Disk = new Map();
      return {
        store: mutate(createListOutbox(disk)),
        reopen: () => mutate(createListOutbox(disk)),
      };
    }),
  );
});
