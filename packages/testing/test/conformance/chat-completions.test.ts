import { readFileSync } from "node:fs";
import { defineModel } from "@diglot/core";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { describe, expect, it } from "vitest";
import {
  chatCompletionsChecks,
  chatCompletionsUnobservable,
} from "../../src/conformance/chat-completions/index.js";
import { conformance } from "../../src/conformance/index.js";
import { brokenServers } from "./chat-servers/broken-servers.js";
import { capableServers } from "./chat-servers/capable.js";
import { createDiglot, type Json, key, type Server, toFetch } from "./chat-servers/server.js";
import { bodyOf, inJson, isStream, refusing, withHeader } from "./chat-servers/spoil.js";

/** Holds a server to some checks, or to all of the format. */
function check(server: Server, only?: readonly string[]) {
  const formats = ["chat-completions"] as const;
  const target = { baseUrl: "http://server.test", apiKey: key, model: "echo", formats };
  return conformance({ ...target, fetch: toFetch(server) }, { only });
}

/** The ids with an outcome. */
async function idsOf(server: Server, outcome: string, only?: readonly string[]) {
  const { results } = await check(server, only);
  return results.filter((result) => result.outcome === outcome).map(({ id }) => id);
}

/** Diglot that refuses tools as current reasoning models do. */
function refusingTools(): Server {
  const error = { message: "No.", type: "invalid_request_error", code: null };
  const reasons = (body: ReturnType<typeof bodyOf>) => body?.reasoning_effort !== "none";
  return refusing((asked) => Boolean(bodyOf(asked)?.tools) && reasons(bodyOf(asked)), 400, {
    error: { ...error, param: "reasoning_effort" },
  });
}

describe("the checks of the Chat Completions format", () => {
  it("cover each requirement, or say why it cannot be observed", () => {
    const catalogue = new URL(
      "../../../conformance/requirements/chat-completions.json",
      import.meta.url,
    );
    const required: { id: string }[] = JSON.parse(readFileSync(catalogue, "utf8"));
    const checked = new Set(chatCompletionsChecks.map(({ id }) => id.replace(/[a-z]$/, "")));
    const covered = [...checked, ...Object.keys(chatCompletionsUnobservable)];
    expect(covered.sort()).toEqual(required.map(({ id }) => id).sort());
  });

  it("have ids of their own", () => {
    const ids = chatCompletionsChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("pass on Diglot, but for what its models cannot do", async () => {
    const { results } = await check(createDiglot());
    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    const skipped = results.filter(({ outcome }) => outcome === "skipped");
    expect(Object.fromEntries(skipped.map(({ id, reason }) => [id, reason]))).toEqual({
      C015c: expect.stringContaining("max_tokens with max_completion_tokens is refused"),
      C022: expect.stringContaining("logprobs is refused"),
      C037: expect.stringContaining("made 0 calls"),
      C117: expect.stringContaining("CORS is not enabled"),
    });
  });
});

describe("a model without wit", () => {
  const canned = defineModel("echo", async function* () {
    yield "Hello ";
    yield "there.";
  });
  it.each([
    ["converses about nothing", createEliza({ id: "echo" })],
    ["says the same to everything", canned],
  ])("that %s fails no check", async (_title, model) => {
    const server = createDiglot([model]);
    expect(await idsOf(server, "failed")).toEqual([]);
    expect((await idsOf(server, "passed")).length).toBeGreaterThan(80);
  });
});

describe("a model that takes tools only without reasoning", () => {
  it("is asked without", async () => {
    const ids = ["C031", "C040", "C056a"];
    expect(await idsOf(refusingTools(), "passed", ids)).toEqual(ids);
  });
});

describe("a server that has no details of its usage", () => {
  it.each([
    ["leaves them out", {}],
    ["has null for them", { prompt_tokens_details: null, completion_tokens_details: null }],
    ["has null in them", { prompt_tokens_details: { cached_tokens: null } }],
  ])("fails no check if it %s", async (_what, details) => {
    const server = inJson(({ usage, ...body }) => {
      const { prompt_tokens, completion_tokens, total_tokens } = (usage ?? {}) as Json;
      const counts = { prompt_tokens, completion_tokens, total_tokens };
      return { ...body, ...(usage !== undefined && { usage: { ...counts, ...details } }) };
    });
    expect(await idsOf(server, "failed", ["C001a", "C001b", "C031"])).toEqual([]);
  });
});

it("the id of a model is asked for as one segment of a path", async () => {
  const server = createDiglot([createEcho({ id: "echo?v=2" }), createEcho()]);
  expect(await idsOf(server, "passed", ["C108b"])).toEqual(["C108b"]);
});

it("a server may write the type of its streams in capital letters", async () => {
  const server = withHeader("content-type", "Text/Event-Stream", isStream);
  const ids = ["C051a", "C065a", "C066c"];
  expect(await idsOf(server, "passed", ids)).toEqual(ids);
});

describe("a server that refuses an effort", () => {
  it.each([
    ["for what needs no tools", "C018", "skipped", 400],
    ["if it says so with another status", "C032", "failed", 422],
  ] as const)("is asked once %s", async (_when, id, outcome, status) => {
    const error = { message: "No.", type: "invalid_request_error", code: null };
    let asked = 0;
    const server = refusing(
      (request) => {
        const isFirst = !bodyOf(request)?.n && !bodyOf(request)?.tools;
        if (!isFirst) asked += 1;
        return !isFirst;
      },
      status,
      { error: { ...error, param: "reasoning_effort" } },
    );
    expect(await idsOf(server, outcome, [id])).toEqual([id]);
    expect(asked).toBe(1);
  });
});

describe("a check that passes on Diglot", () => {
  it.each(brokenServers)("notices a server that %s: %s", async (_defect, noticedBy, server) => {
    const ids = noticedBy.split(" ");
    expect((await idsOf(createDiglot(), "passed", ids)).sort()).toEqual([...ids].sort());
    const { results } = await check(server(), ids);
    const failed = results.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const { reason } of failed) expect(reason).not.toContain("has no whole answer");
  });

  it("fails on one of these servers, whichever check it is", async () => {
    const noticing = new Set(brokenServers.flatMap((row) => row[1].split(" ")));
    expect([...noticing].sort()).toEqual((await idsOf(createDiglot(), "passed")).sort());
  });
});

describe("a check that Diglot skips", () => {
  it.each(capableServers)(
    "the check $id passes on a server that can, and fails where it errs",
    async (row) => {
      const { id, whole, broken } = row;
      expect(await idsOf(whole(), "passed", [id])).toEqual([id]);
      for (const server of broken) {
        const { results } = await check(server(), [id]);
        expect(results).toMatchObject([{ id, outcome: "failed" }]);
        expect(results[0]?.reason).not.toContain("has no whole answer");
      }
    },
  );

  it("has a server that can, whichever check it is", async () => {
    const skipped = await idsOf(createDiglot(), "skipped");
    expect(capableServers.map(({ id }) => id).sort()).toEqual(skipped.sort());
  });
});
