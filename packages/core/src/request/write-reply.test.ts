import { createFakeClock } from "@diglot/test-support/clock";
import { countingIds } from "@diglot/test-support/ids";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { createReceipt } from "../conversation/receipt/receipt.js";
import type { Format } from "../formats/format.js";
import {
  bodyOf,
  formatOf,
  parse,
  reply,
  version23,
} from "../formats/messages/__fixtures__/make.js";
import type { ByteSource } from "../http/exchange.js";
import type { ChoicesReply, RelayReply } from "../models/model.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import type { Call } from "./call.js";
import { writeReply } from "./write-reply.js";

const pingInterval = 15_000;
const blockOf = (text: string) => new TextEncoder().encode(text);

/** A call of the Messages format. */
function callOf(change: object = {}) {
  const clock = createFakeClock();
  const noteFailure = vi.fn();
  const request = parse(bodyOf());
  const call = {
    settings: { clock, pingInterval, ids: countingIds() },
    run: { callerIsGone: () => false },
    requestId: "req_1",
    events: { noteReply: vi.fn(), noteFailure },
    onCallerGone: "bill-observed",
    format: formatOf(),
    receipt: createReceipt(),
    ...{ request, head: version23, bytes: blockOf(JSON.stringify(bodyOf())) },
    ...change,
  } as unknown as Call;
  return { call, request, clock, noteFailure };
}

/** The body of a relayed stream that gives these blocks, and then waits for the last. */
async function relayed(
  call: Call,
  blocks: readonly string[],
  last: () => MaybePromise<Uint8Array | undefined> = () => undefined,
): Promise<ByteSource> {
  const left = blocks.map(blockOf);
  const body = { read: () => left.shift() ?? last(), cancel: async () => undefined };
  const given: RelayReply = {
    ...{ kind: "relay", status: 200, headers: [], body },
    untilContent: async () => undefined,
  };
  const answer = await writeReply(call, given, undefined);
  return answer.body as ByteSource;
}

const textOf = (block: Uint8Array | undefined) => block && new TextDecoder().decode(block);
const never = () => new Promise<undefined>(() => undefined);
const broken = () => Promise.reject(new Error("reset"));

describe("a relayed stream", () => {
  it("has all blocks of the upstream, the first of which its head waited for", async () => {
    const body = await relayed(callOf().call, ["data: 1\n\n", "data: 2\n\n"]);
    expect(textOf(await body.read())).toBe("data: 1\n\n");
    expect(textOf(await body.read())).toBe("data: 2\n\n");
    expect(await body.read()).toBeUndefined();
  });

  it("lets go of what was parsed of its request, unless that would take long to parse again", async () => {
    const small = callOf();
    await relayed(small.call, []);
    expect(small.call.request).not.toBe(small.request);
    expect(small.call.request.body).toEqual(small.request.body);
    const large = callOf({ bytes: new Uint8Array(300_000) });
    await relayed(large.call, []);
    expect(large.call.request).toBe(large.request);
  });

  it.each([
    [false, 'event: ping\ndata: {"type": "ping"}\n\n'],
    [true, undefined],
  ])("gets signs of life in silence, unless its caller has left: %s", async (isGone, sign) => {
    const { call, clock } = callOf({ run: { callerIsGone: () => isGone } });
    const body = await relayed(call, ["data: 1\n\n"], never);
    await body.read();
    let said: string | undefined;
    void (async () => {
      said = textOf(await body.read());
    })();
    clock.advance(pingInterval);
    await flushPromises();
    expect(said).toBe(sign);
  });

  it.each([
    [false, "bill-observed", true],
    [true, "bill-observed", false],
    [true, "drain", true],
  ])(
    "that breaks off ends with an error, if somebody may read it: left %s, policy %s",
    async (isGone, onCallerGone, isTold) => {
      const { call, noteFailure } = callOf({ run: { callerIsGone: () => isGone }, onCallerGone });
      const body = await relayed(call, ["data: 1\n\n"], broken);
      await body.read();
      const last = await Promise.resolve(body.read()).then(textOf, () => "rejected");
      expect(last).toEqual(isTold ? expect.stringMatching(/^event: error/) : "rejected");
      expect(noteFailure.mock.calls).toEqual(isGone ? [] : [[new Error("reset")]]);
    },
  );
});

describe("an answer of several choices", () => {
  it("speaks for the choice that began first", async () => {
    const toChoicesResponse = vi.fn<NonNullable<Format["toChoicesResponse"]>>(() => ({}));
    const batch = [1, 0].flatMap((choice) =>
      reply([{ type: "stop", reason: "end" }]).map((event) => ({ choice, event })),
    );
    const left = [batch];
    const given: ChoicesReply = {
      ...{ kind: "choices", count: 2 },
      events: { read: () => left.shift(), cancel: async () => undefined },
    };
    await writeReply(
      callOf({ format: { ...formatOf(), toChoicesResponse } }).call,
      given,
      undefined,
    );
    const [folded] = toChoicesResponse.mock.calls[0] ?? [];
    expect(folded?.choices).toHaveLength(2);
    expect(folded?.first).toBe(folded?.choices[1]);
  });
});
