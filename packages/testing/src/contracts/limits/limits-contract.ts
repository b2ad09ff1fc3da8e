import { checks, type Limits, type RateKind } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { checkTests } from "../check.js";
import {
  type ContractCase,
  type ContractTests,
  type CreateSubject,
  type Subject,
  toCases,
} from "../contract.js";
import { concurrencyTests, sharedTests } from "./concurrency.js";
import { rateTests, sharedRateTests } from "./rates.js";
import { inputTests, outputTests, requestsTests } from "./spending.js";
import { keyWith, pass } from "./steps.js";

/** The limits that an implementation of `Limits` counts. */
export interface LimitsContractOptions {
  /** The rates that it counts. @default all of them */
  readonly rates?: readonly RateKind[] | undefined;
  /** Whether it counts the limits of accounts beside the limits of keys. @default true */
  readonly accounts?: boolean | undefined;
}

type LimitsTests = ContractTests<Subject<Limits>>;

const allRates: readonly RateKind[] = ["requests", "inputTokens", "outputTokens"];

/** What only an implementation with this rate can promise. */
const testsOfRate: Readonly<Record<RateKind, LimitsTests>> = {
  requests: requestsTests,
  inputTokens: inputTests,
  outputTokens: outputTests,
};

const unboundedTests: LimitsTests = {
  async "rates: report nothing for a key without limits"({ store }) {
    const { rates } = await pass(store, keyWith("key", {}), 1_000_000);
    assertEqual(rates ?? {}, {}, "the rates");
  },
};

const { checkOptions, flag, listOf, members, oneOf } = checks;

const validOptions = members<LimitsContractOptions>({
  rates: listOf(oneOf(...allRates)),
  accounts: flag,
});

/**
 * A case for every sentence of core's port `Limits`, for what the implementation knows.
 * @throws TypeError for an invalid option, which it names
 */
export function limitsContract(
  create: CreateSubject<Subject<Limits>>,
  options: LimitsContractOptions = {},
): readonly ContractCase[] {
  checkOptions("limitsContract", options, validOptions);
  const { rates = allRates, accounts = true } = options;
  const tables: readonly LimitsTests[] = [
    checkTests,
    concurrencyTests("key"),
    ...(accounts ? [concurrencyTests("account"), sharedTests] : []),
    unboundedTests,
    ...rates.flatMap((kind) => [rateTests(kind, "key"), testsOfRate[kind]]),
    ...(accounts
      ? rates.flatMap((kind) => [rateTests(kind, "account"), sharedRateTests(kind)])
      : []),
  ];
  return tables.flatMap((tests) => toCases(create, tests));
}
