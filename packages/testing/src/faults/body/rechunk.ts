import type { Answer } from "@diglot/core";
import { concatBytes } from "../../common/bytes.js";
import { isEventStream } from "../../common/is-event-stream.js";
import type { Chunks } from "../fault.js";
import { createByteQueue } from "./byte-queue.js";
import { createCutFinder } from "./cuts.js";
import { type BodyTransform, withBody } from "./transform-body.js";

/**
 * The same answer, whose bytes come in other reads. Head and bytes stay as they are. Bytes are held
 * back until a read is full. A body that is not an event stream has no events to cut between, so
 * `events` and `{ events }` do not change it.
 * @throws TypeError for sizes that are not whole numbers above 0
 */
export function rechunk(answer: Answer, chunks: Chunks): Answer {
  const finder = createCutFinder(chunks);
  const byEvents = chunks === "events" || (typeof chunks === "object" && "events" in chunks);
  if (byEvents && !isEventStream(answer)) return answer;
  return withBody(answer, cutAt(finder));
}

function cutAt(finder: ReturnType<typeof createCutFinder>): BodyTransform {
  return async function* ({ read }) {
    const queue = createByteQueue();
    let sent = 0;
    function* release(cuts: readonly number[]): Generator<Uint8Array> {
      for (const cut of cuts) {
        const block = concatBytes(queue.take(cut - sent));
        sent = cut;
        if (block.length > 0) yield block;
      }
    }
    for (let block = await read(); block; block = await read()) {
      queue.push(block);
      yield* release(finder.push(block));
    }
    yield* release([...finder.end(), sent + queue.length]);
  };
}
