import assert from "node:assert/strict";
import type { MemoryLedger, ServiceOptions } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { modelOf } from "@diglot/test-support/models";
import { endpoints, type FormatName, formatNames, headersOf } from "@diglot/test-support/requests";
import fc from "fast-check";
import { membersOf } from "../../../core/src/json/spans.js";
import { capableModel } from "../../../core/test/capable-model.js";
import { toBytes } from "../changes/bytes.js";
import { changedDocument } from "../changes/documents.js";
import { anyRequest, requestValues } from "../corpus/requests.js";
import { assertLegalAnswer, receive } from "../oracles/legal-answer.js";
import { assertClosedLedger } from "../oracles/legal-ledger.js";
import { targetOf } from "../target.js";
import { answerAs, prices, serviceBefore, steadyService } from "./served.js";

/** A request's body, a character for each byte, and what answers it. */
interface Case {
  readonly caller: FormatName;
  readonly behind: FormatName | "in-process";
  readonly isStrict: boolean;
  /** Whether a translation leaves out what it cannot carry. */
  readonly isLenient: boolean;
  readonly path: string;
  readonly bytes: string;
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...formatNames).chain((caller) =>
  fc.record({
    caller: fc.constant(caller),
    behind: fc.constantFrom("in-process", ...formatNames),
    isStrict: fc.boolean(),
    isLenient: fc.boolean(),
    path: fc.oneof(
      { weight: 9, arbitrary: fc.constant(endpoints[caller].path) },
      fc.constant("/v1/messages/count_tokens"),
    ),
    bytes: changedDocument(
      anyRequest(caller).map((body) => ({ ...body, model: "scripted" })),
      requestValues,
    ),
  }),
);

/** The bodies of requests. */
export const requestBodies = targetOf({
  name: "request-bodies",
  promise: "A changed request gets a legal answer, sends one unambiguous body, and is paid once.",
  cases,
  async check({ caller, path, bytes, ...rest }: Case) {
    const { service, ledger, failures, seen } = serve(rest);
    const response = await service.request(path, {
      method: "POST",
      headers: headersOf(caller),
      body: toBytes(bytes),
    });
    const answer = await receive(response, failures);
    await service.close();
    await assertClosedLedger(ledger, 1);
    if (path !== endpoints[caller].path) return assert.ok(answer.status < 500, "Counting failed.");
    assertLegalAnswer({ caller, relayed: caller === rest.behind }, answer);
    assert.ok(answer.status < 500, `The status is ${answer.status}.`);
    assertPaidOnce(answer.status, ledger);
    for (const { text } of seen) assertUnambiguous(text);
  },
});

/** What the model in process supports, which is nearly everything. */
const { capabilities } = capableModel(
  {},
  {
    thinking: ["enabled", "adaptive", "disabled"],
    effort: ["low", "medium", "high"],
    sampling: ["temperature", "top_p", "top_k", "seed", "frequency_penalty", "presence_penalty"],
    choices: 1,
    logprobs: true,
  },
);

function serve({ behind, isStrict, isLenient }: Pick<Case, "behind" | "isStrict" | "isLenient">) {
  const options: Partial<ServiceOptions> = {
    ...(isStrict && { validation: strict }),
    ...(isLenient && { unsupported: { default: "warn" } }),
  };
  if (behind === "in-process") {
    return { ...steadyService(modelOf(["Hello."], { prices, capabilities }), options), seen: [] };
  }
  return serviceBefore({ upstream: behind }, answerAs(behind), options);
}

/** A refused request has no row, and an answered one has one. */
function assertPaidOnce(status: number, ledger: MemoryLedger): void {
  const states = ledger.all().map(({ state }) => state);
  assert.deepEqual(states, status === 200 ? ["settled"] : []);
}

/** Every reader of a body that is sent must find the same model in it. */
function assertUnambiguous(text: string): void {
  const names = membersOf(new TextEncoder().encode(text)).map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `A name is sent twice: ${names}`);
  assert.equal(JSON.parse(text).model, "real-model");
}
