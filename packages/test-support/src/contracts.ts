import { expect, it } from "vitest";

/** A case of a contract of `@diglot/testing`: it fits every test runner. */
interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

/**
 * Makes a test of every case of a contract. Cases have assertions of their own: one fails by
 * rejecting.
 */
export function itKeeps(contract: readonly ContractCase[]): void {
  for (const { name, run } of contract) {
    it(name, () => expect(run()).resolves.toBeUndefined());
  }
}
