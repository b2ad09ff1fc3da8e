import assert from "node:assert/strict";
import { isComplete } from "@diglot/test-support/legal-streams";
import { requestOf } from "@diglot/test-support/requests";
import fc from "fast-check";
import { everyWay, type Way } from "../../../core/test/attempt-of.js";
import { streamOf } from "../../../core/test/upstream-of.js";
import { byteChange, changeBytes, toBytes, toByteText } from "../changes/bytes.js";
import { changeFrames, frameChange } from "../changes/frames.js";
import { allStreams, streams, streamValues } from "../corpus/streams.js";
import { assertLegalAnswer, type Received, receive, textOf } from "../oracles/legal-answer.js";
import { assertClosedLedger } from "../oracles/legal-ledger.js";
import { eventsOf, isCompleteUpstream } from "../oracles/stream-ends.js";
import { targetOf } from "../target.js";
import { serviceBefore } from "./served.js";

/** A stream of an upstream, a character for each byte, and the places where it is cut into blocks. */
interface Case {
  readonly way: Way;
  readonly wantsStream: boolean;
  readonly bytes: string;
  readonly cuts: readonly number[];
}

const changedStream = (way: Way) =>
  fc
    .tuple(
      fc.constantFrom(...streams[way.upstream]),
      fc.array(frameChange(allStreams, streamValues), { maxLength: 4 }),
      fc.array(byteChange, { maxLength: 3 }),
    )
    .map(([text, frameChanges, byteChanges]) =>
      byteChanges.reduce(changeBytes, toByteText(frameChanges.reduce(changeFrames, text))),
    );

const cases: fc.Arbitrary<Case> = fc.constantFrom(...everyWay).chain((way) =>
  fc.record({
    way: fc.constant(way),
    wantsStream: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    bytes: changedStream(way),
    cuts: fc.array(fc.nat({ max: 4_000 }), { maxLength: 12 }),
  }),
);

/** The streams of upstreams. */
export const upstreamStreams = targetOf({
  name: "upstream-streams",
  promise: "A changed stream becomes a legal answer with one end, however its bytes are cut.",
  cases,
  async check({ way, wantsStream, bytes, cuts }: Case) {
    const whole = toBytes(bytes);
    const answer = await ask(way, wantsStream, [whole]);
    const again = await ask(way, wantsStream, blocksOf(whole, cuts));
    assert.deepEqual(toEvents(again), toEvents(answer), "Other cuts gave another answer.");
    assertLegalAnswer({ caller: way.caller, relayed: way.caller === way.upstream }, answer);
    if (answer.status === 200 && isComplete(way.caller, textOf(answer))) {
      assert.ok(isCompleteUpstream(way.upstream, whole), "A stream that broke off looks complete.");
    }
  },
});

async function ask(way: Way, stream: boolean, blocks: readonly Uint8Array[]): Promise<Received> {
  const { service, ledger, failures } = serviceBefore(way, () => streamOf(blocks));
  const answer = await receive(
    await service.request(...requestOf(way.caller, { stream })),
    failures,
  );
  await service.close();
  await assertClosedLedger(ledger, 1);
  return answer;
}

/** What a client makes of an answer: its events, or its text. */
function toEvents(answer: Received) {
  const events = eventsOf(answer.body);
  return { status: answer.status, content: events.length > 0 ? events : textOf(answer) };
}

function blocksOf(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}
