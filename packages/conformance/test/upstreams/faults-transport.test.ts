import { createNodeTransport, type NodeTransport } from "@diglot/adapter-node-http";
import type { ErrorKind } from "@diglot/core";
import { until } from "@diglot/test-support/wait";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  badChunkSize,
  bigHead,
  both,
  closeBeforeHead,
  createCertificate,
  createFullPort,
  createScriptedUpstream,
  cutAfter,
  cutHead,
  declareMore,
  emptyAnswer,
  endlessAfter,
  type Fault,
  findClosedPort,
  framedBy,
  garbageHead,
  hello,
  informationalHeads,
  inPiecesOf,
  merged,
  openEnd,
  type Responder,
  redirect,
  resetBeforeHead,
  say,
  stallBeforeHead,
  trickle,
  twoLengths,
} from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { expectBroken, expectRefusal, expectRow, expectWhole } from "./outcomes.js";
import { jsonWays, streamWays, textFrame, untilText, type Way, ways } from "./ways.js";
import { ask, expectNothingLeft, openWorld, outcomeOf, outcomeWith, send } from "./world.js";

/** The same rows as over `fetch`, for the transport that Node servers are advised to use. */
const transport = createNodeTransport();
afterAll(() => transport.close());
const options = { upstream: { transport } };
/** For an upstream that falls silent. */
const impatient = () => ({
  time: createTimeByHand(),
  upstream: { transport, timeouts: { firstEvent: 800, betweenEvents: 400 } },
});

const title = "($caller caller, $upstream upstream, stream: $stream)";

/** A kind, and where the ledger then has the count of the output from. */
type Refused = readonly [kind: ErrorKind, source: "none" | "observed"];

async function expectRefused(way: Way, answer: Responder, refused: Refused): Promise<void> {
  const isSilent = refused[0] === "upstream_timeout";
  const outcome = await outcomeOf(way, answer, isSilent ? impatient() : options);
  expectRefusal(outcome, refused[0]);
  expectRow(outcome, isSilent ? "timeout" : "upstream_error", refused[1]);
}

describe("through the Node transport, an upstream before its head", () => {
  it.each<[string, Responder, ...Refused]>([
    ["U05 that resets", resetBeforeHead, "upstream_unavailable", "observed"],
    ["U05 that resets in its head", cutHead, "upstream_unavailable", "observed"],
    ["U06 that closes", closeBeforeHead, "upstream_unavailable", "observed"],
    ["U07 that speaks no HTTP", garbageHead, "upstream_bad_response", "observed"],
    ["U07 with a large head", say(hello, bigHead(20_000)), "upstream_bad_response", "observed"],
    ["U07 with two lengths", say(hello, twoLengths), "upstream_bad_response", "observed"],
    ["U08 that says nothing", stallBeforeHead, "upstream_timeout", "observed"],
    ["U10 that redirects", redirect(307, "http://127.0.0.1/"), "upstream_bad_response", "none"],
    ["U21 that is empty", emptyAnswer(200), "upstream_bad_response", "observed"],
  ])("%s", async (_name, answer, ...refused) => {
    await Promise.all(ways.map((way) => expectRefused(way, answer, refused)));
  });

  it("U01 U03 U04 that refuses, hangs or is not trusted has not run", async () => {
    const full = await createFullPort();
    const distrusted = await createScriptedUpstream({ certificate: createCertificate() });
    distrusted.reply(say(hello));
    const hasty = createNodeTransport({ connectTimeout: 100 });
    const addresses: readonly (readonly [NodeTransport, baseUrl: string, kind: ErrorKind])[] = [
      [transport, `http://127.0.0.1:${await findClosedPort()}/v1`, "upstream_unavailable"],
      [hasty, `http://127.0.0.1:${full.port}/v1`, "upstream_timeout"],
      [transport, `${distrusted.url}/v1`, "upstream_unavailable"],
    ];
    for (const [used, baseUrl, kind] of addresses) {
      const askAt = async (way: Way) =>
        ask(await openWorld(way, { upstream: { transport: used, baseUrl } }));
      for (const outcome of await Promise.all(ways.map(askAt))) {
        expectRefusal(outcome, kind);
        expectRow(outcome, kind === "upstream_timeout" ? "timeout" : "upstream_error", "none");
      }
    }
    expect(distrusted.requests).toEqual([]);
    await hasty.close();
    await distrusted.close();
    await full.close();
  });

  it("that speaks TLS and is trusted is reached, again and again", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    const trusted = await createScriptedUpstream({ certificate: createCertificate() });
    trusted.reply(say(hello));
    for (const way of [...ways, ...ways]) {
      const world = await openWorld(way, { upstream: { transport, baseUrl: `${trusted.url}/v1` } });
      expectWhole(await ask(world), "Hello");
    }
    await trusted.close();
  });

  it.each(ways)(
    `U09 S10 S14 with informational heads or in any pieces is whole ${title}`,
    async (way) => {
      for (const fault of [informationalHeads(50), inPiecesOf(1), merged, trickle(9, 0)]) {
        expectWhole(await outcomeWith(way, fault, hello, options), "Hello");
      }
    },
  );
});

describe("through the Node transport, a body", () => {
  it.each<[string, Fault]>([
    ["J01 that is shorter than announced", declareMore(10)],
    ["J01 that is reset", cutAfter({ byte: 40 }, "reset")],
    ["J01 whose chunks break off", both(framedBy("chunked"), cutAfter({ byte: 40 }, "close"))],
    ["J02 that ends well in the middle", cutAfter({ byte: 40 }, "end")],
    ["J03 with a chunk of no size", badChunkSize(0)],
  ])("%s is a bad response", async (_name, fault) => {
    for (const way of jsonWays) {
      await expectRefused(way, say(hello, fault), ["upstream_bad_response", "observed"]);
    }
  });

  it.each<[string, (piece: number) => Fault, ErrorKind]>([
    ["S04 that is reset", (piece) => cutAfter({ piece }, "reset"), "upstream_unavailable"],
    ["S04 that breaks off", (piece) => cutAfter({ piece }, "close"), "upstream_unavailable"],
    ["S05 that ends too early", (piece) => cutAfter({ piece }, "end"), "upstream_bad_response"],
    ["S09 that falls silent", (piece) => cutAfter({ piece }, "stall"), "upstream_timeout"],
  ])("%s ends with an error frame", async (_name, fault, kind) => {
    for (const way of streamWays) {
      const isSilent = kind === "upstream_timeout";
      const given = isSilent ? impatient() : options;
      expectBroken(await outcomeWith(way, fault(untilText(way)), hello, given), kind);
    }
  });

  it.each(streamWays)(`S06 ends with its terminal event ${title}`, async (way) => {
    expectWhole(await outcomeWith(way, openEnd, hello, options), "Hello");
  });

  it.each(streamWays)(`C03 C04 is left when its reader goes ${title}`, async (way) => {
    for (const answer of [
      stallBeforeHead,
      say(hello, endlessAfter(untilText(way), textFrame(way, "more "))),
    ]) {
      const caller = new AbortController();
      const world = await openWorld(way, { upstream: { transport } });
      world.upstream.reply(answer);
      const response = send(world, { signal: caller.signal });
      await Promise.race([response, until(() => world.upstream.requests.length === 1)]);
      caller.abort();
      await response.then(({ body }) => body?.cancel()).catch(() => undefined);
      await until(() => world.upstream.requests[0]?.leftAt !== undefined);
      await expectNothingLeft(world);
      expectRow({ rows: world.ledger.all() }, "client_abort", "observed");
    }
  });
});
