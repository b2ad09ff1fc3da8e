import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  createMemoryKeys,
  createMemoryLimits,
  type InProcessRequest,
  type LedgerStore,
  type Service,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { type FormatName, formatNames, headersOf, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import fc from "fast-check";
import { anyStore, closeStores, type Opened, openStore, readRows, uniqueName } from "../stores.js";
import { targetOf } from "../target.js";
import { prices } from "./served.js";

/** A request that callers may send more than once: its idempotency key, and what its model does. */
interface Request {
  readonly format: FormatName;
  readonly key: number;
  readonly stream: boolean;
  /** Turns of the event loop that the model takes before it begins, and before it ends. */
  readonly turns: readonly [number, number];
  readonly end: "whole" | "fails" | "breaks off";
}

/** One caller: which request it sends, and after how many blocks it leaves; never if absent. */
interface Caller {
  readonly sends: number;
  readonly leavesAfter?: number | undefined;
}

/** What happens to a service. The callers of a group come at once. */
interface Case {
  /** Where its rows and its idempotency keys are. */
  readonly store: string;
  /** What the account may spend, in nano-dollars. */
  readonly budget: number;
  /** How many requests of the account may run at once. */
  readonly places: number;
  readonly requests: readonly Request[];
  readonly groups: readonly (readonly Caller[])[];
}

const request: fc.Arbitrary<Request> = fc.record({
  format: fc.constantFrom(...formatNames),
  key: fc.nat(2),
  stream: fc.boolean(),
  turns: fc.tuple(fc.nat(4), fc.nat(4)),
  end: fc.constantFrom("whole", "whole", "whole", "fails", "breaks off"),
});

const caller: fc.Arbitrary<Caller> = fc.record(
  { sends: fc.nat(3), leavesAfter: fc.nat(2) },
  { requiredKeys: ["sends"], noNullPrototype: true },
);

const cases: fc.Arbitrary<Case> = fc.record({
  store: anyStore,
  budget: fc.constantFrom(0, 20_000_000, 60_000_000, 10_000_000_000),
  places: fc.integer({ min: 1, max: 4 }),
  requests: fc.array(request, { minLength: 1, maxLength: 4 }),
  groups: fc.array(fc.array(caller, { minLength: 1, maxLength: 5 }), { maxLength: 5 }),
});

/** The ledger, the limits and the idempotency keys of a service together. */
export const servedHistories = targetOf({
  name: "served-histories",
  promise: "However requests overlap, each key runs once, and budget and places come out even.",
  cases,
  async check({ store, budget, places, requests, groups }: Case) {
    const opened = await openStore(store);
    const accountId = uniqueName();
    await opened.ledger.credit({ id: accountId, accountId, nanoDollars: budget });
    const { service, runs } = serve(opened, accountId, places);
    const answered = new Map<number, string>();
    for (const group of groups) {
      const sent = group.map(({ sends, leavesAfter }) => {
        const chosen = requests[sends % requests.length] ?? plain;
        return ask(service, chosen, leavesAfter).then((answer) => ({ ...chosen, ...answer }));
      });
      for (const answer of await Promise.all(sent)) assertAnswer(answered, answer);
      assert.equal(new Set(runs).size, runs.length, "The request of a key ran twice.");
    }
    const { text } = await ask(service, plain);
    assert.doesNotMatch(text ?? "", /at once|concurren/i, "A place was not given back.");
    await service.close();
    await assertEven(opened.ledger, accountId, runs.length);
    opened.close();
  },
  close: closeStores,
});

/** Each run has its row, and the account is the sum of the rows, within its budget. */
async function assertEven(ledger: LedgerStore, accountId: string, runs: number): Promise<void> {
  const rows = await readRows(ledger, accountId);
  const { limit, spent, reserved } = await ledger.balance(accountId);
  assert.deepEqual([rows.length, reserved], [runs, 0], "The rows are not those of the runs.");
  const sum = rows.reduce((all, { costNanoDollars }) => all + costNanoDollars, 0);
  assert.equal(spent, sum, "The account is not the sum of its rows.");
  assert.ok(spent <= (limit ?? 0), `Of ${limit}, ${spent} are spent.`);
}

const plain: Request = { format: "messages", key: 9, stream: false, turns: [0, 0], end: "whole" };

/** A service, and the keys of the requests that its model has run. */
function serve({ ledger, idempotency }: Opened, accountId: string, places: number) {
  const runs: number[] = [];
  async function* respond({ conversation }: InProcessRequest) {
    const [block] = conversation.turns[0]?.blocks ?? [];
    const asked: Request = JSON.parse(block?.type === "text" ? block.text : "null");
    runs.push(asked.key);
    for (let turn = 0; turn < asked.turns[0]; turn += 1) await nextTurn();
    if (asked.end === "fails") throw new Error("It fails.");
    yield `The run ${runs.length} `;
    for (let turn = 0; turn < asked.turns[1]; turn += 1) await nextTurn();
    if (asked.end === "breaks off") throw new Error("It breaks off.");
    yield "ends.";
  }
  const { service } = serviceOf(modelOf(respond, { prices }), {
    ...{ ledger, idempotency },
    keys: createMemoryKeys([{ key, accountId }]),
    limits: createMemoryLimits({ concurrentRequestsPerKey: places }),
  });
  return { service, runs };
}

/** What a caller received; without a text if it left before the end. */
interface Received {
  readonly status: number;
  readonly text: string | undefined;
}

async function ask(service: Service, asked: Request, leavesAfter?: number): Promise<Received> {
  const { format, stream } = asked;
  const messages = [{ role: "user", content: JSON.stringify(asked) }];
  const headers = { ...headersOf(format), "idempotency-key": `${asked.key}` };
  const response = await service.request(...requestOf(format, { stream, messages }, { headers }));
  if (leavesAfter === undefined) return { status: response.status, text: await response.text() };
  const reader = response.body?.getReader();
  for (let block = 0; block < leavesAfter; block += 1) await reader?.read();
  await reader?.cancel();
  return { status: response.status, text: undefined };
}

/** 500 is what a failing model is answered with. */
const statuses: ReadonlySet<number> = new Set([200, 400, 402, 409, 429, 500]);

/** Callers with the same key who get a reply get the same one. */
function assertAnswer(answered: Map<number, string>, { key, status, text }: Request & Received) {
  assert.ok(statuses.has(status), `The status is ${status}: ${text}`);
  if (status !== 200 || text === undefined) return;
  assert.equal(text, answered.get(key) ?? text, "The same key was answered in two ways.");
  answered.set(key, text);
}
