import type { Limits, RateKind } from "@diglot/core";
import { assertEqual, assertPresent, assertThat } from "../assert.js";
import { type ContractTests, clockOf, type Subject } from "../contract.js";
import { oddNames } from "../samples.js";
import { admit, keyWith, limitNames, pass, refuse, refuseSoon, type Scope } from "./steps.js";

const minute = 60_000;

/** Uses up a rate of 100: by requests, by their input, or by what their attempts have spent. */
const useUp: Readonly<
  Record<RateKind, (store: Limits, key: ReturnType<typeof keyWith>) => Promise<void>>
> = {
  async requests(store, key) {
    for (let count = 0; count < 100; count++) await pass(store, key);
  },
  async inputTokens(store, key) {
    await pass(store, key, 100);
  },
  async outputTokens(store, key) {
    const admission = await pass(store, key);
    admission.spend?.({ input: 0, output: 100 });
    await refuseSoon(store, key);
  },
};

/** What each rate promises, of a key or of its account. */
export function rateTests(kind: RateKind, scope: Scope): ContractTests<Subject<Limits>> {
  const limits = { [limitNames[kind]]: 100 };
  const key = keyWith(scope, limits);
  const name = `${kind} of the ${scope}`;
  const asked = kind === "inputTokens" ? 1 : 0;
  return {
    async [`${name}: refuses what exceeds the rate, and says which, whose and when it is whole`](
      subject,
    ) {
      await useUp[kind](subject.store, key);
      const error = await refuse(admit(subject.store, key, asked), "rate_limited");
      const exceeded = assertPresent(error.exceeded, "the exceeded rate");
      const { resetAt, requested, ...reported } = exceeded;
      const expected = { kind, scope, id: key[scope === "key" ? "id" : "accountId"] };
      assertEqual(
        reported,
        { ...expected, model: "model", limit: 100, remaining: 0 },
        "what is reported",
      );
      assertThat(requested >= 0, `It says that ${requested} were requested.`);
      assertResets(resetAt, subject);
      assertEqual(error.rates?.[kind]?.remaining, 0, "what is left, for the headers");
    },
    async [`${name}: reports what is left`](subject) {
      const { rates } = await pass(subject.store, key, 10);
      const window = assertPresent(rates?.[kind], "the window");
      const used = { requests: 1, inputTokens: 10, outputTokens: 0 }[kind];
      assertEqual(
        [window.limit, window.remaining],
        [100, 100 - used],
        "the limit and what is left",
      );
      if (used > 0) assertResets(window.resetAt, subject);
    },
    async [`${name}: limits no other, whatever it is called`]({ store }) {
      await useUp[kind](store, key);
      for (const odd of oddNames) {
        await pass(store, keyWith(scope, limits, odd, odd), asked);
      }
      await refuse(admit(store, key, asked), "rate_limited");
    },
    async [`${name}: is whole again after a minute, for a store with an injected clock`](subject) {
      if (!subject.clock) return;
      await useUp[kind](subject.store, key);
      await refuse(admit(subject.store, key, asked), "rate_limited");
      await subject.clock.advance(minute + 1_000);
      await useUp[kind](subject.store, key);
    },
  };
}

/** What it means for a rate that both a key and its account have a limit. */
export function sharedRateTests(kind: RateKind): ContractTests<Subject<Limits>> {
  const limited = (ofKey: number, ofAccount: number, id = "key") => ({
    ...keyWith("key", { [limitNames[kind]]: ofKey }, id),
    accountLimits: { [limitNames[kind]]: ofAccount },
  });
  return {
    async [`${kind}: reports the window of key or account that has less left`]({ store }) {
      for (const [index, key] of [limited(200, 300), limited(300, 200)].entries()) {
        const { rates } = await pass(store, { ...key, id: `${index}`, accountId: `${index}` });
        assertEqual(rates?.[kind]?.limit, 200, "the limit of the reported window");
      }
    },
    async [`${kind}: limits all keys of an account together`]({ store }) {
      await useUp[kind](store, limited(1_000, 100, "one"));
      const other = limited(1_000, 100, "other");
      const error = await refuse(admit(store, other, 1), "rate_limited");
      assertEqual(error.exceeded?.scope, "account", "whose rate it is");
    },
  };
}

/** When a window is whole again: within a minute, give or take the clocks. */
function assertResets(resetAt: number, subject: Pick<Subject<unknown>, "clock">): void {
  const wait = resetAt - clockOf(subject).now();
  assertThat(wait > -1_000 && wait <= minute + 1_000, `The window is whole in ${wait} ms.`);
}
