import { setDefaultCACertificates } from "node:tls";
import { until } from "@diglot/test-support/wait";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  bigHead,
  both,
  closeBeforeHead,
  createCertificate,
  createFullPort,
  createScriptedUpstream,
  cutAfter,
  cutHead,
  emptyAnswer,
  endlessBody,
  fail,
  findClosedPort,
  garbageHead,
  hello,
  htmlPage,
  informationalHeads,
  jsonAnswer,
  redirect,
  resetBeforeHead,
  type ScriptedUpstream,
  say,
  stallBeforeHead,
  textAnswer,
  twoLengths,
  withHeaders,
  withoutLast,
  withStatus,
} from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { expectRefusal, expectRow, expectWhole } from "./outcomes.js";
import { isRelayed, type Way, ways } from "./ways.js";
import { ask, type Outcome, openWorld, outcomeOf, type WorldOptions } from "./world.js";

/** A text that an upstream should not have written into its error. */
const careless = "canary-of-the-text";

/** The outcome of one request to an upstream at another address. */
async function outcomeAt(way: Way, baseUrl: string, options: WorldOptions = {}): Promise<Outcome> {
  return ask(await openWorld(way, { ...options, upstream: { ...options.upstream, baseUrl } }));
}

/** For an upstream that says nothing. */
const impatient = () => ({
  time: createTimeByHand(),
  upstream: { timeouts: { firstEvent: 800 } },
});

/** A moment that a header can say: they have whole seconds. */
const wholeSecond = 1_790_000_000_000;

const title = "($caller caller, $upstream upstream, stream: $stream)";

describe("an upstream that cannot be reached", () => {
  it.each(ways)(`U01 refuses the connection ${title}`, async (way) => {
    const outcome = await outcomeAt(way, `http://127.0.0.1:${await findClosedPort()}/v1`);
    expectRefusal(outcome, "upstream_unavailable");
    expectRow(outcome, "upstream_error", "none");
  });

  it.each(ways)(`U02 has a name that does not resolve ${title}`, async (way) => {
    const outcome = await outcomeAt(way, "http://no-such-host.invalid/v1");
    expectRefusal(outcome, "upstream_unavailable");
    expectRow(outcome, "upstream_error", "none");
  });

  it.each(ways)(`U03 neither accepts nor refuses the connection ${title}`, async (way) => {
    const full = await createFullPort();
    const outcome = await outcomeAt(way, `http://127.0.0.1:${full.port}/v1`, impatient());
    expectRefusal(outcome, "upstream_timeout");
    expect(outcome.rows).toMatchObject([{ state: "settled", end: "timeout" }]);
    await full.close();
  });
});

describe("U04 an upstream whose TLS", () => {
  const servers: ScriptedUpstream[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  async function listenWith(options: Parameters<typeof createCertificate>[0]) {
    const certificate = createCertificate(options);
    const server = await createScriptedUpstream({ certificate });
    server.reply(say(hello));
    servers.push(server);
    return { server, certificate };
  }

  async function expectDistrust(way: Way, server: ScriptedUpstream): Promise<void> {
    const outcome = await outcomeAt(way, server.url.replace("http:", "https:"));
    expectRefusal(outcome, "upstream_unavailable");
    expectRow(outcome, "upstream_error", "none");
    expect(server.requests).toEqual([]);
  }

  it.each(ways)(`U04 is signed by nobody ${title}`, async (way) => {
    await expectDistrust(way, (await listenWith({})).server);
  });

  it.each(ways)(`U04 is for another host, or over, is not trusted ${title}`, async (way) => {
    const other = await listenWith({ host: "elsewhere.example" });
    const past = new Date(Date.now() - 60_000);
    const over = await listenWith({ validTo: past });
    setDefaultCACertificates([other.certificate.cert, over.certificate.cert]);
    await expectDistrust(way, other.server);
    await expectDistrust(way, over.server);
  });

  it.each(ways)(`U04 is none at all is never asked in plain text ${title}`, async (way) => {
    const plain = await createScriptedUpstream();
    plain.reply(say(hello));
    servers.push(plain);
    const outcome = await outcomeAt(way, plain.url.replace("http:", "https:"));
    expectRefusal(outcome, "upstream_unavailable");
    expect(plain.requests).toEqual([]);
  });

  it.each(ways)(`is in order is used ${title}`, async (way) => {
    const { server, certificate } = await listenWith({});
    setDefaultCACertificates([certificate.cert]);
    expectWhole(await outcomeAt(way, server.url), "Hello");
  });
});

describe("an upstream that breaks off before its head", () => {
  it.each(ways)(`U05 by a reset, also in the middle of it ${title}`, async (way) => {
    for (const answer of [resetBeforeHead, cutHead]) {
      const outcome = await outcomeOf(way, answer);
      expectRefusal(outcome, "upstream_unavailable");
      expectRow(outcome, "upstream_error", "observed");
    }
  });

  it.each(ways)(
    `U06 by a close, also of a kept connection, is asked once ${title}`,
    async (way) => {
      const fresh = await outcomeOf(way, closeBeforeHead);
      expectRefusal(fresh, "upstream_unavailable");
      expectRow(fresh, "upstream_error", "observed");

      const world = await openWorld(way);
      world.upstream.reply(say(hello), closeBeforeHead);
      expectWhole(await ask(world), "Hello");
      expectRefusal(await ask(world), "upstream_unavailable");
      expect(world.upstream.requests).toHaveLength(2);
    },
  );

  it.each(ways)(`U07 with an invalid head ${title}`, async (way) => {
    for (const answer of [garbageHead, say(hello, bigHead(20_000)), say(hello, twoLengths)]) {
      const outcome = await outcomeOf(way, answer);
      expectRefusal(outcome, "upstream_bad_response");
      expectRow(outcome, "upstream_error", "observed");
    }
  });

  it.each(ways)(`U08 by saying nothing, and is left in time ${title}`, async (way) => {
    const world = await openWorld(way, impatient());
    world.upstream.reply(stallBeforeHead);
    const outcome = await ask(world);
    expectRefusal(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "observed");
    await until(() => world.upstream.requests[0]?.leftAt !== undefined);
  });

  it.each(ways)(`U08 by saying nothing after it ${title}`, async (way) => {
    const silent = say(hello, cutAfter({ byte: 0 }, "stall"));
    const outcome = await outcomeOf(way, silent, impatient());
    expectRefusal(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "observed");
  });
});

it.each(ways)(`U09 informational heads change nothing ${title}`, async (way) => {
  const outcome = await outcomeOf(way, say(hello, informationalHeads(50)));
  expectWhole(outcome, "Hello");
  expectRow(outcome, "completed", "reported");
});

it.each(ways)(`U10 a redirect is not followed ${title}`, async (way) => {
  const elsewhere = await createScriptedUpstream();
  elsewhere.reply(say(hello));
  for (const status of [301, 302, 303, 307, 308]) {
    const outcome = await outcomeOf(way, redirect(status, `${elsewhere.url}/v1/messages`));
    expectRefusal(outcome, "upstream_bad_response");
    expectRow(outcome, "upstream_error", "none");
  }
  expect(elsewhere.connections).toBe(0);
  await elsewhere.close();
});

describe("an upstream that refuses", () => {
  /** A caller of the same format reads the upstream's own answer, any other one the kind and what is said of its request. */
  async function expectDistinguished(
    way: Way,
    status: number,
    kind: Parameters<typeof expectRefusal>[1],
  ): Promise<void> {
    const world = await openWorld(way);
    world.upstream.reply(fail(status, "some_error", careless));
    const outcome = await ask(world);
    if (isRelayed(way)) {
      expect(outcome.status).toBe(status);
      expect(JSON.parse(outcome.text).error).toMatchObject({ message: careless });
    } else {
      expectRefusal(outcome, kind);
      // What blames the request is for the caller; the rest is the operator's affair.
      const isCallers = kind === "bad_request" || kind === "too_large";
      expect(outcome.text.includes(careless)).toBe(isCallers);
    }
    expectRow(outcome, status === 504 ? "timeout" : "upstream_error", "none");
  }

  it.each(ways)(`U11 the request's parameters ${title}`, async (way) => {
    for (const status of [400, 422]) await expectDistinguished(way, status, "bad_request");
  });

  it.each(ways)(
    `U12 the operator's key, which is not the caller's affair ${title}`,
    async (way) => {
      for (const status of [401, 403]) {
        const outcome = await outcomeOf(way, fail(status, "authentication_error", careless));
        expectRefusal(outcome, "upstream_unavailable");
        expectRow(outcome, "upstream_error", "none");
        expect(outcome.text).not.toContain(careless);
      }
    },
  );

  it.each(ways)(
    `U13 the path, the model's name or the operator's account, which the caller cannot mend ${title}`,
    async (way) => {
      for (const status of [404, 402]) {
        const outcome = await outcomeOf(way, fail(status, "not_found_error", careless));
        expectRefusal(outcome, "upstream_unavailable");
        expectRow(outcome, "upstream_error", "none");
        expect(outcome.text).not.toContain(careless);
      }
    },
  );

  it.each(ways)(`U14 for a moment ${title}`, async (way) => {
    for (const status of [408, 409, 425]) {
      await expectDistinguished(way, status, "upstream_unavailable");
    }
  });

  it.each(ways)(`U15 the request's size ${title}`, async (way) => {
    await expectDistinguished(way, 413, "too_large");
  });

  it.each([
    ["seconds", "7", 7],
    ["a part of a second", "0.5", 1],
    ["a date to come", new Date(wholeSecond + 90_000).toUTCString(), 90],
    ["a date that is past", new Date(wholeSecond - 90_000).toUTCString(), undefined],
    ["a negative number", "-5", undefined],
    ["no number", "NaN", 1],
    ["no time to wait for", "1000000000", 120],
  ])("U16 the rate, with a hint that is %s", async (_name, hint, seconds) => {
    vi.useFakeTimers({ toFake: ["Date"], now: wholeSecond });
    onTestFinished(() => void vi.useRealTimers());
    for (const way of ways) {
      const answer = fail(429, "rate_limit_error", careless, { headers: [["retry-after", hint]] });
      const outcome = await outcomeOf(way, answer);
      expectRow(outcome, "upstream_error", "none");
      if (isRelayed(way)) {
        expect(outcome.status).toBe(429);
        // A relay leaves times to the caller, but passes on nothing that is no time.
        expect(outcome.headers.get("retry-after")).toBe(hint === "NaN" ? null : hint);
        continue;
      }
      expectRefusal(outcome, "rate_limited");
      expect(outcome.text).not.toContain(careless);
      // What is no time to wait for is not passed on.
      expect(outcome.headers.get("retry-after")).toBe(seconds?.toString() ?? null);
    }
  });

  it.each(ways)(`U17 because it is in trouble ${title}`, async (way) => {
    await expectDistinguished(way, 500, "upstream_unavailable");
    await expectDistinguished(way, 502, "upstream_unavailable");
    await expectDistinguished(way, 503, "overloaded");
    await expectDistinguished(way, 504, "upstream_timeout");
    await expectDistinguished(way, 529, "overloaded");
  });

  it.each(ways)(`U18 with a page, with nothing, or with a body of 50 MB ${title}`, async (way) => {
    for (const answer of [htmlPage(500), emptyAnswer(500), largePage]) {
      const outcome = await outcomeOf(way, answer);
      expectRefusal(outcome, "upstream_unavailable");
      expectRow(outcome, "upstream_error", "none");
    }
  });

  it.each(ways)(`U18 with a body that never ends ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(endlessBody(503, "application/json", " ".repeat(1_000)));
    const outcome = await ask(world);
    expectRefusal(outcome, "overloaded");
    expectRow(outcome, "upstream_error", "none");
    await until(() => world.upstream.requests[0]?.leftAt !== undefined);
  });

  it("U18 with a body that never comes, which is not waited for long", async () => {
    const silent = say(hello, both(withStatus(503), cutAfter({ byte: 0 }, "stall")));
    const times = ways.map(() => createTimeByHand());
    const asked = ways.map((way, index) => outcomeOf(way, silent, { time: times[index] }));
    for (const outcome of await Promise.all(asked)) {
      expectRefusal(outcome, "overloaded");
      expectRow(outcome, "upstream_error", "none");
    }
    for (const { clock } of times) expect(clock.monotonic()).toBeLessThan(4_000);
  });
});

const largePage = textAnswer("x".repeat(50_000_000), "text/plain", 500);

describe("an upstream that answers 200", () => {
  it.each(ways)(`U19 with a page ${title}`, async (way) => {
    const outcome = await outcomeOf(way, htmlPage(200));
    expectRefusal(outcome, "upstream_bad_response");
    expectRow(outcome, "upstream_error", "observed");
  });

  it.each(ways)(
    `U19 with a stream where JSON was asked for, and the reverse ${title}`,
    async (way) => {
      const outcome = await outcomeOf(way, say(hello, undefined, { stream: !way.stream }));
      expectWhole(outcome, "Hello");
      // A Chat stream has no usage unless it was asked for, and for JSON nobody asks.
      const untold = way.upstream === "chat-completions" && !way.stream;
      expectRow(outcome, "completed", untold ? "observed" : "reported");
    },
  );

  it.each(ways)(`U19 with a content type that says nothing ${title}`, async (way) => {
    const outcome = await outcomeOf(way, say(hello, withHeaders({ "content-type": "text/plain" })));
    expectWhole(outcome, "Hello");
    expectRow(outcome, "completed", "reported");
  });

  it.each(ways)(`U20 with an error ${title}`, async (way) => {
    const known = await outcomeOf(way, jsonAnswer(errorOf(way, "overloaded_error", 503)));
    expectRefusal(known, "overloaded");
    expectRow(known, "upstream_error", "none");
    const unknown = await outcomeOf(way, jsonAnswer(errorOf(way, "some_error", "odd")));
    expectRefusal(unknown, "upstream_bad_response");
    for (const { text } of [known, unknown]) expect(text).not.toContain(careless);
  });

  it.each(ways)(`U21 without a body, or 204 ${title}`, async (way) => {
    for (const answer of [emptyAnswer(200), emptyAnswer(204), say(hello, withoutLast(99))]) {
      const outcome = await outcomeOf(way, answer);
      expectRefusal(outcome, "upstream_bad_response");
      expectRow(outcome, "upstream_error", "observed");
    }
  });

  it.each(ways)(`U22 with a body that is not encoded as it says ${title}`, async (way) => {
    for (const encoding of ["gzip", "br", "zstd"]) {
      const outcome = await outcomeOf(
        way,
        say(hello, withHeaders({ "content-encoding": encoding })),
      );
      expectRefusal(outcome, "upstream_bad_response");
      expectRow(outcome, "upstream_error", "observed");
    }
  });
});

function errorOf({ upstream }: Way, type: string, code: unknown): object {
  return upstream === "messages"
    ? { type: "error", error: { type, message: careless } }
    : { error: { message: careless, type, param: null, code } };
}
