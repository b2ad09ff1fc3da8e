import type { Answer, ByteSource } from "@diglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerOf,
  chatStream,
  contextOf,
  createWatchedSource,
  messageStream,
  readAll,
  responsesStream,
  utf8,
} from "../../test/faults/bodies.js";
import { type AnswerFault, applyFaults } from "./apply-faults.js";
import type { Place } from "./fault.js";
import { faults } from "./faults.js";

const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ bytes: fc.nat(400) }),
  fc.record({ events: fc.nat(10) }),
  fc.record({ blocks: fc.nat(4) }),
);
const anyBodyFault: fc.Arbitrary<AnswerFault> = fc.oneof(
  anyPlace.map(faults.cut),
  anyPlace.map(faults.reset),
  anyPlace.map((at) => faults.stall(at, 5)),
  anyPlace.map((at) => faults.garbage(at)),
  anyPlace.map(faults.duplicate),
  anyPlace.map((at) => faults.errorEvent(at)),
  fc.constant(faults.noTerminal()),
  fc.constantFrom(faults.splitCharacters(), faults.splitLines(), faults.merge(2)),
  fc.integer({ min: 1, max: 50 }).map((bytes) => faults.trickle(bytes, 1)),
) as fc.Arbitrary<AnswerFault>;
const streams = {
  messages: messageStream,
  "chat-completions": chatStream,
  responses: responsesStream,
};
const anyStream = fc
  .tuple(
    fc.constantFrom("messages" as const, "chat-completions" as const, "responses" as const),
    fc.integer(),
    fc.nat(80),
  )
  .map(([format, seed, size]) => {
    const bytes = utf8.encode(streams[format].join(""));
    const blocks: Uint8Array[] = [];
    for (let from = 0, step = 1; from < bytes.length; from += step) {
      step = 1 + (Math.abs(seed + from) % (size + 1));
      blocks.push(bytes.slice(from, from + step));
    }
    return { format, bytes, blocks };
  });

/** Reads a block, whether that succeeds or not. */
async function readOnce(body: ByteSource): Promise<void> {
  try {
    await body.read();
  } catch {}
}

describe("every fault", () => {
  it("lets go of the body under it: read to its end, or cancelled once", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStream,
        fc.array(anyBodyFault, { minLength: 1, maxLength: 3 }),
        async ({ format, blocks }, list) => {
          const { source, watched } = createWatchedSource(blocks);
          await readAll(applyFaults(answerOf(source), list, contextOf(format))).catch(() => {});
          expect(watched.cancels).toBe(watched.ended ? 0 : 1);
        },
      ),
    );
  });

  it("lets go of the body under it when its reader leaves at any moment", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStream,
        fc.array(anyBodyFault, { minLength: 1, maxLength: 3 }),
        fc.nat(20),
        async ({ format, blocks }, list, reads) => {
          const { source, watched } = createWatchedSource(blocks);
          const answer = applyFaults(answerOf(source), list, contextOf(format));
          const body = answer.body as ByteSource;
          for (let read = 0; read < reads; read++) await readOnce(body);
          await body.cancel();
          await body.cancel();
          expect(watched.cancels).toBe(watched.ended ? 0 : 1);
          expect(await body.read()).toBeUndefined();
        },
      ),
    );
  });

  it("changes the same bytes in the same way, however they come", async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyBodyFault, async ({ format, bytes, blocks }, fault) => {
        const { source } = createWatchedSource(blocks);
        const read = (body: Answer["body"]) =>
          readAll(applyFaults(answerOf(body), [fault], contextOf(format))).catch(String);
        expect(await read(source)).toEqual(await read(bytes));
      }),
    );
  });

  it("that cuts after bytes leaves exactly those", async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, fc.nat(2_000), async ({ format, bytes, blocks }, length) => {
        const { source } = createWatchedSource(blocks);
        const cut = faults.cut({ bytes: length }) as AnswerFault;
        const rest = await readAll(applyFaults(answerOf(source), [cut], contextOf(format)));
        expect(rest).toEqual(bytes.subarray(0, length));
      }),
    );
  });
});
