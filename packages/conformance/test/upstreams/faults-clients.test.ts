import type { ErrorKind } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { fail, hello, repeatPiece, say } from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import {
  type Asking,
  classOf,
  clientsOf,
  expectKind,
  expectKindInBand,
  hurried,
  raisedBy,
  timesAsked,
} from "./raised.js";
import {
  type ErrorRow,
  errorsBeforeEvents,
  errorsBeforeHead,
  errorsInBand,
  errorsOfJson,
} from "./rows.js";
import { isRelayed, jsonWays, streamWays, type Way, ways } from "./ways.js";
import { expectNothingLeft, openWorld, type World, type WorldOptions } from "./world.js";

/** What a row asks of its world. */
async function optionsOf({ origin, isSilent, replyCharacters }: ErrorRow): Promise<WorldOptions> {
  const address = await origin?.();
  return {
    upstream: {
      ...(address && { baseUrl: `${address}/v1` }),
      ...(isSilent && { timeouts: { firstEvent: 800, betweenEvents: 400, total: 2_000 } }),
    },
    ...(replyCharacters && { service: { sizeLimits: { replyCharacters } } }),
    ...(isSilent && { time: createTimeByHand() }),
  };
}

/** Asks with each client of a way's format, and lets `judge` see what it raises. */
async function forEachClient(
  way: Way,
  row: ErrorRow,
  judge: (asking: Asking, world: World) => Promise<void>,
): Promise<void> {
  const clients = clientsOf(way.caller);
  for (const client of row.isSlow ? clients.slice(0, 1) : clients) {
    const world = await openWorld(way, await optionsOf(row));
    world.upstream.reply(row.answer(way));
    const { caller, stream } = way;
    await world.during(judge({ caller, stream, client, fetch: world.entrance.fetch }, world));
    await expectNothingLeft(world);
  }
}

/** The client raises the kind, and asks as often again as it should. */
function expectRaised(way: Way, row: ErrorRow): Promise<void> {
  return forEachClient(way, row, async (asking, { entrance }) => {
    expectKind(await raisedBy(asking), asking, row.kind);
    if (row.isSlow) return;
    const fetch = hurried(entrance.fetch);
    expectKind(await raisedBy({ ...asking, fetch, maxRetries: 2 }), asking, row.kind);
    expect(entrance.exchanges).toHaveLength(1 + timesAsked(row.kind));
  });
}

describe("the official clients raise, before the head,", () => {
  it.each(errorsBeforeHead)("$title", async (row) => {
    await Promise.all(ways.map((way) => expectRaised(way, row)));
  });

  it.each(errorsOfJson)("$title", async (row) => {
    await Promise.all(jsonWays.map((way) => expectRaised(way, row)));
  });

  it.each(errorsBeforeEvents)("$title", async (row) => {
    await Promise.all(streamWays.map((way) => expectRaised(way, row)));
  });
});

describe("the iterators of the official clients raise, in the middle,", () => {
  it.each(errorsInBand)("$title", async (row) => {
    for (const way of streamWays) {
      await forEachClient(way, row, async (asking, { entrance }) => {
        const raised = await raisedBy({ ...asking, maxRetries: 2 });
        if (isRelayed(way) && row.isUpstreamsOwn) {
          expect(raised).toMatchObject({ name: "APIError", type: "overloaded_error" });
        } else expectKindInBand(raised, asking, row.kind);
        // What has begun is never asked again.
        expect(entrance.exchanges).toHaveLength(1);
      });
    }
  });

  it("S17 events out of order", async () => {
    const row: ErrorRow = {
      title: "S17",
      kind: "upstream_bad_response",
      answer: () => say(hello, repeatPiece(2)),
    };
    for (const way of streamWays.filter(({ upstream }) => upstream === "messages")) {
      await forEachClient(way, row, async (asking) => {
        expectKindInBand(await raisedBy(asking), asking, row.kind);
      });
    }
  });
});

describe("the official clients raise what an upstream refuses", () => {
  /** What a translated caller is told of each status; a relayed one gets the status itself, except 404. */
  const kinds: readonly (readonly [id: string, status: number, kind: ErrorKind])[] = [
    ["U11", 400, "bad_request"],
    ["U11", 422, "bad_request"],
    ["U13", 404, "upstream_unavailable"],
    ["U14", 408, "upstream_unavailable"],
    ["U14", 409, "upstream_unavailable"],
    ["U15", 413, "too_large"],
    ["U17", 500, "upstream_unavailable"],
    ["U17", 502, "upstream_unavailable"],
    ["U17", 503, "overloaded"],
    ["U17", 504, "upstream_timeout"],
    ["U17", 529, "overloaded"],
  ];

  it.each(kinds)("%s with %d", async (_id, status, kind) => {
    const row: ErrorRow = { title: "", kind, answer: () => fail(status, "some_error", "Oops") };
    for (const way of ways) {
      await forEachClient(way, row, async (asking) => {
        const raised = await raisedBy(asking);
        if (!isRelayed(way) || status === 404) return expectKind(raised, asking, kind);
        expect(raised).toMatchObject({ status, name: classOf(asking.client, status) });
      });
    }
  });

  it("U16 with 429, and wait as long as the upstream says", async () => {
    const headers = [["retry-after", "7"]] as const;
    const answer = () => fail(429, "rate_limit_error", "Oops", { headers });
    for (const way of ways) {
      await forEachClient(
        way,
        { title: "", kind: "rate_limited", answer },
        async (asking, world) => {
          let hint: string | null = null;
          const fetch: Asking["fetch"] = async (input, init) => {
            const response = await world.entrance.fetch(input, init);
            hint = response.headers.get("retry-after");
            return response;
          };
          const raised = await raisedBy({ ...asking, fetch });
          expect(hint).toBe("7");
          expect(raised).toMatchObject({ name: "RateLimitError", status: 429 });
        },
      );
    }
  });
});
