import { createServer } from "node:http";
import { createHttpServer, toNodeHandler } from "@diglot/adapter-node-http";
import {
  chatCompletionsFormat,
  createMemoryDocuments,
  createMemoryKeys,
  createService,
  type MessageConnection,
} from "@diglot/core";
import { type StrictProfile, strict } from "@diglot/core/strict";
import { createEcho } from "@diglot/embedded-models";
import { createResponsesStrictRules, responses } from "@diglot/responses";
import { listen } from "@diglot/test-support/servers";
import { describe, expect, it } from "vitest";
import { conformance } from "../../src/conformance/index.js";

const apiKey = "sk-of-the-checks-0123456789";
const ids = ["WebSockets", "Open Responses"];

type Fetch = typeof globalThis.fetch;
type Receive = MessageConnection["receive"];

/** Changes how a connection answers. */
type Spoil = (receive: Receive) => Receive;

/** Diglot, which keeps responses, with connections that are spoilt. */
function serviceOf(spoil: Spoil, validation: "open" | StrictProfile = "open") {
  const sound = responses({ store: createMemoryDocuments() });
  const spoilt: typeof sound = {
    ...sound,
    create(setup) {
      const format = sound.create(setup);
      const connect: typeof format.connect = (context) => {
        const connection = format.connect?.(context);
        if (!connection) throw new Error("the format has no connections");
        return { receive: spoil((text, own) => connection.receive(text, own)) };
      };
      return { ...format, connect };
    },
  };
  const keys = createMemoryKeys([{ key: apiKey }]);
  const formats = [spoilt, chatCompletionsFormat] as const;
  return createService({ models: [createEcho()], keys, formats, validation });
}

/** What the checks say of a server on a port. */
async function check(server: ReturnType<typeof createServer>, only: readonly string[] = ids) {
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const target = { baseUrl, apiKey, formats: ["responses"] as const, timeout: 2000 };
  const { results } = await conformance(target, { only });
  const idsOf = (outcome: string) =>
    results.filter((result) => result.outcome === outcome).map(({ id }) => id);
  return { results, failed: idsOf("failed"), skipped: idsOf("skipped") };
}

const { chatCompletions } = strict;
const strictly = { ...strict, responses: createResponsesStrictRules({ chatCompletions }) };

const asItIs: Spoil = (receive) => receive;

/** Changes each request. */
const inRequests =
  (change: (text: string) => string): Spoil =>
  (receive) =>
  (text, context) =>
    receive(change(text), context);

/** Changes each message of the server; undefined leaves it out. */
const inMessages =
  (change: (text: string) => string | undefined): Spoil =>
  (receive) =>
    async function* (text, context) {
      for await (const message of receive(text, context)) {
        const changed = change(message);
        if (changed !== undefined) yield changed;
      }
    };

const forgetful = inRequests((text) => text.replace(/,"previous_response_id":"[^"]*"/, ""));

describe("the checks of the Responses format over connections", () => {
  it("pass on Diglot", async () => {
    const { results } = await check(createHttpServer(serviceOf(asItIs)));
    expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  });

  it("pass on Diglot in its strict profile", async () => {
    const { results } = await check(createHttpServer(serviceOf(asItIs, strictly)));
    expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  });

  it("are skipped on a server that opens none", async () => {
    const server = createServer(toNodeHandler(serviceOf(asItIs)));
    const { failed, skipped } = await check(server);
    expect(failed).toEqual([]);
    expect(skipped).toEqual(
      "R105 R106 R107 R108 R109 R110 R115c R115d R115e R115f R115g R115h R115i".split(" "),
    );
  });

  it.each([
    {
      what: "loses pieces of its text",
      found: ["R106"],
      spoil: inMessages((text) => (text.includes("output_text.delta") ? undefined : text)),
    },
    {
      what: "sends the mark of the end of a stream",
      found: ["R106", "R107", "R115c"],
      spoil: inMessages((text) => (text.includes('"response.created"') ? "[DONE]" : text)),
    },
    {
      what: "refuses the member stream",
      found: ["R107"],
      spoil: inRequests((text) => (text.includes('"stream":true') ? "{}" : text)),
    },
    {
      what: "ignores an earlier response",
      found: ["R108", "R109", "R115e", "R115f", "R115g", "R115h"],
      spoil: forgetful,
    },
    {
      what: "ignores that nothing is to be generated",
      found: ["R110"],
      spoil: inRequests((text) => text.replace(',"generate":false', "")),
    },
    {
      what: "gives all responses one id",
      found: ["R115d"],
      spoil: inMessages((text) => text.replaceAll(/"resp_[^"]*"/g, '"resp_1"')),
    },
    {
      what: "does not read compactions",
      found: ["R115i"],
      spoil: inRequests((text) => text.replace('"compaction"', '"compacted"')),
    },
    {
      what: "never ends",
      found: ["R106"],
      spoil: inMessages((text) => (text.includes('"response.completed"') ? undefined : text)),
    },
  ])("find a server that $what", async ({ spoil, found }) => {
    const { failed } = await check(createHttpServer(serviceOf(spoil)), found);
    expect(failed).toEqual(found);
  });

  it("find a server that answers an upgrade otherwise than with 426", async () => {
    const { fetch } = serviceOf(asItIs);
    const outcomeOf = async (server: Fetch) => {
      const baseUrl = "http://server.test";
      const target = { baseUrl, apiKey, fetch: server, formats: ["responses"] as const };
      return (await conformance(target, { only: ["R105"] })).results[0]?.outcome;
    };
    const ignoring: Fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete("upgrade");
      return fetch(input, { ...init, headers });
    };
    expect(await outcomeOf(fetch)).toBe("passed");
    expect(await outcomeOf(ignoring)).toBe("failed");
  });
});
