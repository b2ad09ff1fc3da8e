import { readFileSync } from "node:fs";
import { chatCompletionsFormat, createMemoryKeys, createService, type Model } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { responses } from "@diglot/responses";
import { describe, expect, it } from "vitest";
import { conformance } from "../../src/conformance/index.js";
import { responsesChecks, responsesUnobservable } from "../../src/conformance/responses/index.js";
import { brokenServers } from "./responses-servers/broken-servers.js";

const apiKey = "sk-of-the-checks-0123456789";

/** Diglot over a model that repeats the caller. It keeps no responses, and is not strict. */
function diglot(model: Model = createEcho()): typeof fetch {
  const keys = createMemoryKeys([{ key: apiKey }]);
  const formats = [responses(), chatCompletionsFormat] as const;
  return createService({ models: [model], keys, formats }).fetch;
}

/** Holds a server to some checks, or to all of the format. */
async function check(fetch: typeof globalThis.fetch, only?: readonly string[]) {
  const target = { baseUrl: "http://server.test", apiKey, fetch, formats: ["responses"] as const };
  const { results } = await conformance(target, { only, profile: "lenient" });
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

  it("pass on Diglot, but for what its model cannot do and for what it does not keep", async () => {
    const { results, skipped } = await check(diglot());
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(skipped).toEqual(["R092", "R094", "R099"]);
  });

  it("are not asked of a target that does not name the format", async () => {
    const target = { baseUrl: "http://server.test", apiKey, fetch: diglot() };
    await expect(conformance(target, { only: ["R001"] })).rejects.toThrow("nothing to check");
  });

  it.each(brokenServers)("find a server that $what", async ({ spoil, found }) => {
    const { failed } = await check(spoil(diglot()), found);
    expect(failed).toEqual(found);
  });
});
