import { ServiceError } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { createPostgresStore } from "../src/index.js";
import { drivers } from "./drivers.js";
import { minute } from "./samples.js";

/** The task of one process, as JSON in its first argument. */
export interface Task {
  readonly url: string;
  readonly schema: string;
  readonly driver: keyof typeof drivers;
  readonly name: string;
  readonly requests: number;
  /** Numbers chosen at random, three for each request. */
  readonly choices: readonly number[];
}

/** What it did, as JSON on its output. */
export interface Outcome {
  readonly refused: number;
  readonly settled: number;
  readonly released: number;
  readonly abandoned: number;
  /** Nano-dollars of all settlements. */
  readonly cost: number;
}

type Step = Readonly<Partial<Outcome>>;

/** Prices at which each token costs one nano-dollar, so that a reservation is its tokens. */
const prices = { input: 0.001, output: 0.001 };

const task: Task = JSON.parse(process.argv[2] ?? "");
const choices = [...task.choices];
const { query, close } = drivers[task.driver](task.url, 5);
const { ledger } = createPostgresStore({ query, schema: task.schema });

const steps = await Promise.all(
  Array.from({ length: task.requests }, (_, index) => request(`${task.name} ${index}`)),
);
const sumOf = (name: keyof Outcome) => steps.reduce((sum, step) => sum + (step[name] ?? 0), 0);
const outcome: Outcome = {
  refused: sumOf("refused"),
  settled: sumOf("settled"),
  released: sumOf("released"),
  abandoned: sumOf("abandoned"),
  cost: sumOf("cost"),
};
await close();
process.stdout.write(JSON.stringify(outcome));

/** Reserves up to 50 nano-dollars and ends the attempt in one of three ways. */
async function request(attemptId: string): Promise<Step> {
  const amount = randomUpTo(50);
  const reservation = reservationOf(attemptId, {
    prices,
    reservedNanoDollars: amount,
    reservedTokens: { input: 0, output: amount },
  });
  try {
    await ledger.reserve(reservation, minute);
  } catch (error) {
    if (ServiceError.is(error) && error.kind === "budget_exhausted") return { refused: 1 };
    throw error;
  }
  return end(attemptId, randomUpTo(amount), randomUpTo(4));
}

async function end(attemptId: string, cost: number, way: number): Promise<Step> {
  if (way === 1) {
    await ledger.release(attemptId, 5);
    return { released: 1 };
  }
  if (way === 2) {
    await ledger.heartbeat([{ attemptId, observed: { output: cost } }], 1);
    return { abandoned: 1, cost };
  }
  await ledger.settle(settlementOf(attemptId, { costNanoDollars: cost }));
  return { settled: 1, cost };
}

function randomUpTo(most: number): number {
  return 1 + ((choices.pop() ?? 0) % most);
}
