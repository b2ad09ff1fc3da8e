import { readFileSync } from "node:fs";
import {
  chatCompletionsFormat,
  createMemoryDocuments,
  createMemoryKeys,
  createService,
  type Model,
} from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { createEcho } from "@diglot/embedded-models";
import { createResponsesStrictRules, responses } from "@diglot/responses";
import { describe, expect, it } from "vitest";
import { conformance } from "../../src/conformance/index.js";
import { responsesChecks, responsesUnobservable } from "../../src/conformance/responses/index.js";
import { brokenServers } from "./responses-servers/broken-servers.js";

const apiKey = "sk-of-the-checks-0123456789";

/** What only a server that keeps responses is asked. */
const keptOnly = ["R092", "R094", "R099", "R100"];

/** What is asked over connections only. */
const connectionsOnly = responsesChecks
  .map(({ id }) => id)
  .filter((id) => /^R10[6-9]|^R110|^R115[c-i]/.test(id));

interface Settings {
  readonly model?: Model;
  /** Whether responses are kept. */
  readonly keeps?: boolean;
  readonly isStrict?: boolean;
}

/** Diglot over a model that repeats the caller, and that compacts. It is lenient, and keeps responses. */
function diglot({ model = createEcho(), keeps = true, isStrict = false }: Settings = {}) {
  const keys = createMemoryKeys([{ key: apiKey }]);
  const kept = responses({ store: keeps ? createMemoryDocuments() : undefined });
  const formats = [kept, chatCompletionsFormat] as const;
  const { chatCompletions } = strict;
  const rules = { ...strict, responses: createResponsesStrictRules({ chatCompletions }) };
  const validation = isStrict ? rules : "open";
  return createService({ models: [model], keys, formats, validation }).fetch;
}

/** Holds a server to some checks, or to all of the format. */
async function check(
  fetch: typeof globalThis.fetch,
  only?: readonly string[],
  profile: "lenient" | "strict" = "lenient",
) {
  const target = { baseUrl: "http://server.test", apiKey, fetch, formats: ["responses"] as const };
  const { results } = await conformance(target, { only, profile });
  const idsOf = (outcome: string) =>
    results.filter((result) => result.outcome === outcome).map(({ id }) => id);
  return { results, failed: idsOf("failed"), skipped: idsOf("skipped") };
}

describe("the checks of the Responses format", () => {
  it("cover each requirement, or say why it cannot be observed", () => {
    const catalogue = new URL("../../../conformance/requirements/responses.json", import.meta.url);
    const required: { id: string }[] = JSON.parse(readFileSync(catalogue, "utf8"));
    const checked = new Set(responsesChecks.map(({ id }) => id.replace(/[a-z]$/, "")));
    const covered = [...checked, ...Object.keys(responsesUnobservable)];
    expect(covered.sort()).toEqual(required.map(({ id }) => id).sort());
  });

  it("have ids of their own", () => {
    const ids = responsesChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("pass on Diglot", async () => {
    const { results, skipped } = await check(diglot());
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(skipped).toEqual(connectionsOnly);
  });

  it("pass on Diglot without a store, but for what it does not keep", async () => {
    const { results, skipped } = await check(diglot({ keeps: false }));
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(skipped).toEqual([...keptOnly, ...connectionsOnly]);
  });

  it("pass on Diglot in its strict profile, which refuses unknown members", async () => {
    const { results, skipped } = await check(diglot({ isStrict: true }), undefined, "strict");
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(skipped).toEqual(["R012", ...connectionsOnly]);
  });

  it.each(["R018", "R035", "R043"])(
    "find a lenient server in the strict profile: %s",
    async (id) => {
      expect((await check(diglot(), [id], "strict")).failed).toEqual([id]);
    },
  );

  it("are not asked of a target that does not name the format", async () => {
    const target = { baseUrl: "http://server.test", apiKey, fetch: diglot() };
    await expect(conformance(target, { only: ["R001"] })).rejects.toThrow("nothing to check");
  });

  it.each(brokenServers)("find a server that $what", async ({ spoil, found }) => {
    const { failed } = await check(spoil(diglot()), found);
    expect(failed).toEqual(found);
  });
});
