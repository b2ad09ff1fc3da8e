import { readFileSync } from "node:fs";
import { chatCompletionsFormat, createMemoryKeys, createService, type Model } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { createEcho } from "@diglot/embedded-models";
import { responses } from "@diglot/responses";
import { createFake } from "@diglot/testing";
import {
  capabilities,
  checks,
  conformance,
  strictChecks,
  type Target,
  unobservable,
} from "@diglot/testing/conformance";
import { describe, expect, it } from "vitest";

const apiKey = "sk-conformance-kit";
const baseUrl = "http://service.example";

/** A service whose models are these, with all that the real services refuse. */
function fetchOf(...models: readonly Model[]): Fetch {
  const keys = createMemoryKeys([{ key: apiKey, models: "all" }]);
  return createService({ models, keys, validation: strict }).fetch;
}

type Fetch = NonNullable<Target["fetch"]>;

/** The echo model as one that knows the older ways only, so that other rules apply to it. */
function modestEcho(): Model {
  const echo = createEcho({ id: "modest" });
  const limits = {
    thinking: [],
    effort: [],
    toolChoice: ["auto", "none"] as const,
    systemTurns: false,
    prefill: false,
    maxOutputTokens: 4096,
  };
  return { ...echo, capabilities: { ...echo.capabilities, ...limits } };
}

function requirementsOf(file: string): readonly string[] {
  const path = new URL(`../../requirements/${file}`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")).map(({ id }: { id: string }) => id);
}

describe.each(["messages.json", "chat-completions.json", "responses.json"])(
  "the requirements of %s",
  (file) => {
    it("are each checked, or said to be out of sight, and never both", () => {
      const checked = new Set(checks.map(({ id }) => id.replace(/[a-z]$/, "")));
      for (const id of requirementsOf(file)) {
        expect(`${id} ${checked.has(id) !== Object.hasOwn(unobservable, id)}`).toBe(`${id} true`);
      }
    });
  },
);

const prefixes = { messages: "M", "chat-completions": "C", responses: "R" } as const;

/** The checks of the formats that are checked unless others are named. */
const usual = checks.filter(({ format }) => format !== "responses");
const usualStrict = new Set(usual.flatMap(({ id }) => (strictChecks.has(id) ? id : [])));

describe("the catalogue of checks", () => {
  it("names each check once, after a requirement, in a sentence", () => {
    const known = Object.keys(prefixes).flatMap((format) => requirementsOf(`${format}.json`));
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const { id, what, format, capability } of checks) {
      expect(known).toContain(id.replace(/[a-z]$/, ""));
      expect(what).toMatch(/\.$/);
      expect(capabilities).toContain(capability);
      expect(id.startsWith(prefixes[format])).toBe(true);
    }
    for (const [id, reason] of Object.entries(unobservable)) {
      expect(known).toContain(id);
      expect(reason.length).toBeGreaterThan(20);
    }
  });
});

describe("Diglot under its own conformance kit", () => {
  /** What only other models, or other settings, would show. */
  const skipped = "C015c C022 C037 C109 C117 M029 M041a M041b M042 M052 M074b M084".split(" ");

  /** What only a server that keeps responses is asked. */
  const keptOnly = "R092 R094 R099 R100".split(" ");

  /** What is asked over connections only, which neither a fake nor a `fetch` of a target opens. */
  const connectionsOnly =
    "R106 R107 R108 R109 R110 R115c R115d R115e R115f R115g R115h R115i".split(" ");

  it("does all that can be asked of it, as a service in this process", async () => {
    const report = await conformance({ baseUrl, apiKey, fetch: fetchOf(createEcho()) });
    expect(failuresOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual(skipped);
    expect(report.passed).toBe(usual.length - skipped.length);
  });

  it("does so with a model that is capable of less, and one beside it", async () => {
    const fetch = fetchOf(modestEcho(), createEcho());
    const formats = ["messages"] as const;
    const report = await conformance({ baseUrl, apiKey, fetch, formats, model: "modest" });
    expect(failuresOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual("M049 M051b M070 M071a M071b M082 M083 M084 M109".split(" "));
  });

  it("does so with a model whose id must be encoded in an address", async () => {
    const id = "a&b#c?d";
    const fetch = fetchOf(createEcho({ id }), createEcho());
    const target = { baseUrl, apiKey, fetch, model: id, formats: ["messages"] as const };
    const report = await conformance(target, { only: ["M018", "M029", "M074"] });
    expect(failuresOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual(["M029"]);
  });

  it.each(["enabled", "adaptive"])(
    "is asked to think in the way that it knows: %s",
    async (kind) => {
      const echo = createEcho();
      const fetch = fetchOf({ ...echo, capabilities: { ...echo.capabilities, thinking: [kind] } });
      const ids = ["M070", "M071a", "M071b", "M082", "M083"];
      const { results } = await conformance({ baseUrl, apiKey, fetch }, { only: ids });
      expect(results.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
        ids.map((id) => `${id} passed`),
      );
    },
  );

  it("does so with a model that can only talk", async () => {
    const echo = createEcho();
    const lacking = { tools: false, images: false, documents: false, stopSequences: false };
    const bare = { ...lacking, outputFormats: [], sampling: [], thinking: [], effort: [] };
    const fetch = fetchOf({ ...echo, capabilities: { ...echo.capabilities, ...bare } });
    const formats = ["messages"] as const;
    const report = await conformance({ baseUrl, apiKey, fetch, formats });
    expect(failuresOf(report)).toEqual([]);
    expect(report.skipped).toBeLessThan(40);
  });

  it("does in its open profile all but what is asked of the strict one", async () => {
    const keys = createMemoryKeys([{ key: apiKey, models: "all" }]);
    const echo = createEcho();
    const capabilities = { ...echo.capabilities, unknownContent: true } as const;
    const { fetch } = createService({ models: [{ ...echo, capabilities }], keys });
    const report = await conformance({ baseUrl, apiKey, fetch });
    const failed = report.results.filter(({ outcome }) => outcome === "failed");
    expect(new Set(failed.map(({ id }) => id))).toEqual(usualStrict);
    const lenient = await conformance({ baseUrl, apiKey, fetch }, { profile: "lenient" });
    expect(failuresOf(lenient)).toEqual([]);
    expect(lenient.results).toHaveLength(usual.length - usualStrict.size);
  });

  it("does all that can be asked of it in Responses, but for what it does not keep", async () => {
    const keys = createMemoryKeys([{ key: apiKey, models: "all" }]);
    const served = [responses(), chatCompletionsFormat] as const;
    const { fetch } = createService({ models: [createEcho()], keys, formats: served });
    const formats = ["responses"] as const;
    const report = await conformance({ baseUrl, apiKey, fetch, formats }, { profile: "lenient" });
    expect(failuresOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual([...keptOnly, ...connectionsOnly]);
  });

  it("does so in Responses as a strict fake, over a real port", async () => {
    const fake = createFake({ model: createEcho(), keys: [apiKey], models: ["echo"] });
    const { url, close } = await fake.listen();
    const formats = ["responses"] as const;
    const report = await conformance({ baseUrl: url, apiKey, model: "echo", formats });
    await close();
    expect(failuresOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual(["R012"]);
  });

  it("does so as a fake, over a real port", async () => {
    const fake = createFake({ model: createEcho(), keys: [apiKey], models: ["echo"] });
    const { url, close } = await fake.listen();
    const report = await conformance({ baseUrl: url, apiKey, model: "echo" });
    await close();
    expect(failuresOf(report)).toEqual([]);
    expect(skippedOf(report)).toEqual(skipped);
  });

  it("does so as a fake that says the same to all", async () => {
    const fake = createFake({ keys: [apiKey], models: ["scripted"] }).otherwise(async function* () {
      yield "Here is ";
      yield "a text.";
    });
    const report = await conformance({ baseUrl, apiKey, model: "scripted", fetch: fake.fetch });
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBeGreaterThan(180);
  });
});

type Report = Awaited<ReturnType<typeof conformance>>;

function failuresOf({ results }: Report): readonly string[] {
  return results
    .filter(({ outcome }) => outcome === "failed")
    .map(({ id, what, reason }) => `${id} ${what} ${reason}`);
}

function skippedOf({ results }: Report): readonly string[] {
  return results
    .filter(({ outcome }) => outcome === "skipped")
    .map(({ id }) => id)
    .toSorted();
}
