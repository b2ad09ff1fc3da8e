import { key } from "@diglot/test-support/key";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type ReporterEvent,
  type ServiceOptions,
} from "../src/index.js";

const free = defineModel("free", async function* () {
  yield "Hello!";
});

const refusals = {
  messages: [402, "billing_error"],
  "chat-completions": [429, "insufficient_quota"],
} as const;

/** A service whose one key belongs to an account, and the ledger of that. */
function serviceOfAccount(accountId: string, options: Partial<ServiceOptions>) {
  const ledger = createMemoryLedger({ budgets: { known: 1_000 } });
  const keys = createMemoryKeys([{ key, accountId }]);
  return { ...serviceOf(free, { keys, ledger, ...options }), ledger };
}

const events: ReporterEvent[] = [];
const least: ServiceOptions = {
  models: [free],
  allowAnonymous: true,
  reporter: (event) => void events.push(event),
};

describe("unknownAccounts", () => {
  it.each(formatNames)("refuses an account without a budget, for %s", async (format) => {
    const { service, ledger } = serviceOfAccount("knwon", { unknownAccounts: "refuse" });
    const response = await service.request(...requestOf(format, { model: "free" }));
    const { error } = await response.json();
    expect([response.status, error.type]).toEqual(refusals[format]);
    expect(error.message).toBe("The account has neither a credit nor a budget.");
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(ledger.all()).toEqual([]);
  });

  it("lets an account with a budget spend it, and says so in the row", async () => {
    const { service, ledger } = serviceOfAccount("known", { unknownAccounts: "refuse" });
    const response = await service.request(...requestOf("messages", { model: "free" }));
    expect(response.status).toBe(200);
    await service.close();
    expect(ledger.all()).toMatchObject([{ accountId: "known", requiresBudget: true }]);
  });

  it("lets every account spend by default", async () => {
    const { service, ledger } = serviceOfAccount("anyone", {});
    const response = await service.request(...requestOf("messages", { model: "free" }));
    expect(response.status).toBe(200);
    await service.close();
    expect(ledger.all()[0]).not.toHaveProperty("requiresBudget");
  });

  it("is reported before anything else, when the service is created", () => {
    events.length = 0;
    createService(least);
    createService({ ...least, unknownAccounts: "refuse" });
    expect(events).toEqual([
      { type: "started", at: expect.any(Number), unknownAccounts: "unlimited" },
      { type: "started", at: expect.any(Number), unknownAccounts: "refuse" },
    ]);
  });

  it("is one of two words", () => {
    const unknownAccounts = "refused" as never;
    expect(() => createService({ ...least, unknownAccounts })).toThrow(
      'createService: "unknownAccounts" must be one of refuse, unlimited, not "refused".',
    );
  });
});
