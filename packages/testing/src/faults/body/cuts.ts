import { createFrameScanner } from "../../common/frames.js";
import { createRandom } from "../../common/random.js";
import type { Chunks } from "../fault.js";

/** Finds the places between reads in the blocks of a body. */
export interface CutFinder {
  /** The offsets in the whole body that became known, in their order. */
  push(block: Uint8Array): readonly number[];
  /** Those that only the end of the body shows. */
  end(): readonly number[];
}

/** A finder for one body. @throws TypeError for sizes that are no whole numbers above 0 */
export function createCutFinder(chunks: Chunks): CutFinder {
  if (chunks === "whole") return { push: () => [], end: () => [] };
  if (chunks === "events") return cutFrames(1);
  if (chunks === "characters") return cutCharacters();
  if (chunks === "lines") return cutLines();
  if ("bytes" in chunks) {
    const bytes = checkSize("bytes", chunks.bytes);
    return cutSizes(() => bytes);
  }
  if ("events" in chunks) return cutFrames(checkSize("events", chunks.events));
  const upTo = checkSize("upTo", chunks.upTo ?? 64);
  const random = createRandom(chunks.seed, 0);
  return cutSizes(() => random.between(1, upTo));
}

/** The number itself. @throws TypeError if it is no whole number above 0 */
export function checkSize(name: string, size: number): number {
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw new TypeError(`"${name}" must be a whole number above 0, not ${size}.`);
}

function cutSizes(nextSize: () => number): CutFinder {
  let length = 0;
  let next = nextSize();
  return {
    push(block) {
      const cuts: number[] = [];
      for (length += block.length; next <= length; next += nextSize()) cuts.push(next);
      return cuts;
    },
    end: () => [],
  };
}

/** After every so many frames that have data; comments go with the next of them. */
function cutFrames(frames: number): CutFinder {
  const scanner = createFrameScanner();
  let count = 0;
  const isCut = ({ data }: { readonly data: string | undefined }) =>
    data !== undefined && ++count % frames === 0;
  const endOf = ({ end }: { readonly end: number }) => end;
  return {
    push: (block) => scanner.push(block).filter(isCut).map(endOf),
    end: () => scanner.end().filter(isCut).map(endOf),
  };
}

/** Before every byte that continues a character. */
function cutCharacters(): CutFinder {
  let offset = 0;
  return {
    push(block) {
      const cuts: number[] = [];
      for (const [index, byte] of block.entries()) {
        if ((byte & 0xc0) === 0x80) cuts.push(offset + index);
      }
      offset += block.length;
      return cuts;
    },
    end: () => [],
  };
}

/** In the middle of every line of two bytes and more. */
function cutLines(): CutFinder {
  let start = 0;
  let offset = 0;
  const middle = (end: number) => (end - start < 2 ? [] : [start + Math.floor((end - start) / 2)]);
  return {
    push(block) {
      const cuts: number[] = [];
      for (const byte of block) {
        if (byte === 0x0a || byte === 0x0d) {
          cuts.push(...middle(offset));
          start = offset + 1;
        }
        offset += 1;
      }
      return cuts;
    },
    end: () => middle(offset),
  };
}
