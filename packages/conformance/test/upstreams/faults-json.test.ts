import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  badChunkSize,
  both,
  chatBody,
  cutAfter,
  declareMore,
  endlessAfter,
  extraAfterEnd,
  type Fault,
  framedBy,
  hello,
  insertAt,
  jsonAnswer,
  messagesBody,
  type Script,
  say,
  script,
  text,
  textAnswer,
  toolCall,
  trickle,
  withPieces,
} from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { expectRefusal, expectRow, expectWhole, stopOf, textOf, tokensOf } from "./outcomes.js";
import { isRelayed, jsonWays, type Way } from "./ways.js";
import { ask, openWorld, outcomeOf } from "./world.js";

/** A whole JSON body of the upstream's format, as an object that a test may change. */
function bodyOf({ upstream }: Way, said: Script = hello): Record<string, unknown> {
  return { ...(upstream === "messages" ? messagesBody(said) : chatBody(said)) };
}

async function expectMalformed(way: Way, fault: Fault): Promise<void> {
  const outcome = await outcomeOf(way, say(hello, fault));
  expectRefusal(outcome, "upstream_bad_response");
  expectRow(outcome, "upstream_error", "observed");
}

const title = "($caller caller, $upstream upstream)";

describe("a JSON body", () => {
  it.each(jsonWays)(
    `J01 that is shorter than announced, or cut by a reset ${title}`,
    async (way) => {
      await expectMalformed(way, declareMore(10));
      await expectMalformed(way, cutAfter({ byte: 40 }, "reset"));
      await expectMalformed(way, both(framedBy("chunked"), cutAfter({ byte: 40 }, "close")));
    },
  );

  it.each(jsonWays)(`J02 that ends well in the middle ${title}`, async (way) => {
    await expectMalformed(way, cutAfter({ byte: 40 }, "end"));
    await expectMalformed(way, both(framedBy("chunked"), cutAfter({ byte: -1 }, "end")));
  });

  it.each(jsonWays)(`J03 with a chunk of no size ${title}`, async (way) => {
    await expectMalformed(way, badChunkSize(0));
    await expectMalformed(way, badChunkSize(1));
  });

  it.each(jsonWays)(
    `J04 with more bytes after its end is as good as without ${title}`,
    async (way) => {
      const world = await openWorld(way);
      world.upstream.reply(say(hello, extraAfterEnd("garbage")), say(hello));
      const outcome = await ask(world);
      expectWhole(outcome, "Hello");
      expectRow(outcome, "completed", "reported");
      expectWhole(await ask(world), "Hello");
    },
  );

  it.each(jsonWays)(`J05 without end is read up to its limit ${title}`, async (way) => {
    const world = await openWorld(way);
    world.upstream.reply(say(hello, endlessAfter(0, " ".repeat(262_144))));
    const outcome = await ask(world);
    expectRefusal(outcome, "upstream_bad_response");
    expectRow(outcome, "limit", "observed");
    await until(() => world.upstream.requests[0]?.leftAt !== undefined);
  });

  it.each(jsonWays)(`J06 that trickles is ended by the time in all ${title}`, async (way) => {
    const timeouts = { total: 800, betweenEvents: 400 };
    const outcome = await outcomeOf(way, say(hello, trickle(1, 10)), {
      time: createTimeByHand(),
      upstream: { timeouts },
    });
    expectRefusal(outcome, "upstream_timeout");
    expectRow(outcome, "timeout", "observed");
  });

  it.each(jsonWays)(
    `J07 with bytes that are no UTF-8 is read all the same ${title}`,
    async (way) => {
      const spoilt = withPieces(([body = new Uint8Array()]) => {
        const at = Buffer.from(body).indexOf("Hello") + 4;
        return [body.subarray(0, at), Uint8Array.of(0xff), body.subarray(at + 1)];
      });
      const outcome = await outcomeOf(way, say(hello, spoilt));
      expectWhole(outcome, "Hell\ufffd");
      expectRow(outcome, "completed", "reported");
    },
  );

  it.each(jsonWays)(`J08 J09 after a byte order mark and white space ${title}`, async (way) => {
    const cacheControl = Uint8Array.of(0xef, 0xbb, 0xbf);
    for (const answer of [
      say(hello, insertAt(0, cacheControl)),
      say(hello, insertAt(0, "\r\n\t \r\n")),
      say(hello, insertAt(1, "\r\n\r\n")),
    ]) {
      const outcome = await outcomeOf(way, answer);
      expectWhole(outcome, "Hello");
      expectRow(outcome, "completed", "reported");
    }
  });
});

describe("JSON of a wrong shape", () => {
  it.each(jsonWays)(`J10 is no reply ${title}`, async (way) => {
    for (const body of [null, 1, "x", [], {}]) {
      const outcome = await outcomeOf(way, jsonAnswer(body));
      expectRefusal(outcome, "upstream_bad_response");
      expectRow(outcome, "upstream_error", "observed");
    }
    const spoilt = { ...bodyOf(way), content: "Hello", choices: "Hello" };
    expectRefusal(await outcomeOf(way, jsonAnswer(spoilt)), "upstream_bad_response");
  });

  it.each(jsonWays)(
    `J10 but for its usage is a reply, whose tokens are estimated ${title}`,
    async (way) => {
      const { usage, ...without } = bodyOf(way);
      const names = Object.keys(usage as object);
      const spoilt = [null, "many", [], {}].map((count) =>
        jsonAnswer({ ...without, usage: Object.fromEntries(names.map((name) => [name, count])) }),
      );
      for (const answer of [jsonAnswer(without), ...spoilt]) {
        const outcome = await outcomeOf(way, answer);
        expectWhole(outcome, "Hello");
        expectRow(outcome, "completed", "observed");
        expect(tokensOf(outcome).every((count) => Number.isSafeInteger(count))).toBe(true);
      }
    },
  );

  it.each(jsonWays)(
    `J10 with counts that are no whole numbers keeps the ledger whole ${title}`,
    async (way) => {
      const { usage, ...without } = bodyOf(way);
      for (const count of [-1, "7", 7.5, 1e308]) {
        const counts = Object.keys(usage as object).map((name) => [name, count]);
        const body = { ...without, usage: Object.fromEntries(counts) };
        const outcome = await outcomeOf(way, jsonAnswer(body));
        expectWhole(outcome, "Hello");
        expect(tokensOf(outcome).every((tokens) => Number.isSafeInteger(tokens))).toBe(true);
      }
    },
  );

  it.each(jsonWays)(`J11 of great depth is refused ${title}`, async (way) => {
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const body = JSON.stringify({ ...bodyOf(way), more: 0 }).replace('"more":0', `"more":${deep}`);
    const outcome = await outcomeOf(way, textAnswer(body, "application/json"));
    expectRefusal(outcome, "upstream_bad_response");
    expectRow(outcome, "upstream_error", "observed");
  });

  it.each(jsonWays)(
    `J11 with names of the prototype chain is taken as it is ${title}`,
    async (way) => {
      const input = '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"a":1}';
      const said = script([text("Hello"), toolCall("call_1", "toString", input)]);
      const own = JSON.stringify(bodyOf(way, said)).replace("{", '{"__proto__":{"polluted":1},');
      const written = own.replace('"input":{"constructor"', '"input":{"__proto__":1,"constructor"');
      const outcome = await outcomeOf(way, textAnswer(written, "application/json"));
      expectWhole(outcome, "Hello");
      expect(outcome.text).toContain("toString");
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    },
  );

  it.each(jsonWays)(`J11 with a member twice counts the later one ${title}`, async (way) => {
    const body = JSON.stringify(bodyOf(way)).replace("{", '{"usage":{},"model":"first",');
    const outcome = await outcomeOf(way, textAnswer(body, "application/json"));
    expectWhole(outcome, "Hello");
    expect(JSON.parse(outcome.text).model).toBe("fronted");
    expect(outcome.text).not.toContain('"first"');
    expectRow(outcome, "completed", "reported");
  });

  it.each(jsonWays)(
    `J12 in an unknown stop reason, block or member is a reply ${title}`,
    async (way) => {
      const body = bodyOf(way);
      const strange =
        way.upstream === "messages"
          ? {
              ...body,
              stop_reason: "bored",
              strange: { a: 1 },
              content: [{ type: "hologram", of: "x" }, ...(body.content as readonly object[])],
            }
          : {
              ...body,
              strange: { a: 1 },
              choices: [
                { ...(body.choices as readonly object[])[0], finish_reason: "bored", strange: 1 },
              ],
            };
      const outcome = await outcomeOf(way, jsonAnswer(strange));
      expect(outcome.status, outcome.text).toBe(200);
      expect(textOf(outcome)).toBe("Hello");
      expectRow(outcome, "completed", "reported");
      if (isRelayed(way))
        expect(JSON.parse(outcome.text)).toEqual({ ...strange, model: "fronted" });
      else expect(stopOf(outcome)).toBe(way.caller === "messages" ? "end_turn" : "stop");
    },
  );
});
