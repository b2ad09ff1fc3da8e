import type { Checkable } from "@diglot/core";
import { assertEqual } from "./assert.js";
import { type ContractTests, openBoth, type Subject } from "./contract.js";

/** What every port promises that can be asked whether its store answers; one that cannot passes. */
export const checkTests: ContractTests<Subject<Checkable>> = {
  async "check: answers while the store can be reached, to many at once"(subject) {
    const handles = await openBoth(subject);
    const checks = Array.from({ length: 20 }, async (_, index) =>
      handles[index % 2 === 0 ? 0 : 1].check?.(),
    );
    const results = await Promise.allSettled(checks);
    const states = new Set(results.map(({ status }) => status));
    assertEqual([...states], ["fulfilled"], "the outcome of the checks");
  },
};
