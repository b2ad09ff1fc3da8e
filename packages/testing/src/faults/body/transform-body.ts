import type { Answer, ByteSource } from "@diglot/core";

/** What a new body is made of: the old one, and time that ends with it. */
export interface BodyInput {
  /** The next block of the old body, or `undefined` at its end. Rejects when it fails. */
  read(): Promise<Uint8Array | undefined>;
  /** Ends when the new body is cancelled. */
  readonly signal: AbortSignal;
}

/** Makes a body out of another one. What it returns without having read it is cancelled. */
export type BodyTransform = (input: BodyInput) => AsyncGenerator<Uint8Array, void, undefined>;

/** The old body, which is cancelled once at most, and never after its end. */
interface OldBody {
  read(): Promise<Uint8Array | undefined>;
  release(reason: unknown): Promise<void>;
}

function createOldBody(source: ByteSource): OldBody {
  let over = false;
  return {
    async read() {
      if (over) return undefined;
      try {
        const block = await source.read();
        over ||= block === undefined;
        return block;
      } catch (error) {
        over = true;
        throw error;
      }
    },
    async release(reason) {
      if (over) return;
      over = true;
      await source.cancel(reason);
    },
  };
}

/**
 * A body made anew from another one, pulled as that one is. When the transform returns or throws,
 * and when the new body is cancelled, the old one is cancelled once, unless it had come to its end.
 */
function transformBody(body: Uint8Array | ByteSource, transform: BodyTransform): ByteSource {
  const { read, release } = createOldBody(body instanceof Uint8Array ? sourceOf(body) : body);
  const abort = new AbortController();
  const { signal } = abort;
  const blocks = transform({ read, signal });
  let leave: (() => void) | undefined;

  async function pull(): Promise<Uint8Array | undefined> {
    try {
      const { value } = await blocks.next();
      if (value === undefined) void quietly(release(new Error("A fault has ended the answer.")));
      return value ?? undefined;
    } catch (error) {
      void quietly(release(error));
      throw error;
    }
  }

  return {
    read() {
      if (signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        leave = () => resolve(undefined);
        pull().then(resolve, reject);
      });
    },
    async cancel(reason) {
      abort.abort(reason);
      leave?.();
      void quietly(blocks.return());
      await release(reason);
    },
  };
}

/** An answer with another body. One without a body stays as it is. */
export function withBody(answer: Answer, transform: BodyTransform): Answer {
  const { body } = answer;
  return body === undefined ? answer : { ...answer, body: transformBody(body, transform) };
}

/** Bytes as a source of one block. */
function sourceOf(bytes: Uint8Array): ByteSource {
  let left: Uint8Array | undefined = bytes.length === 0 ? undefined : bytes;
  return {
    async read() {
      const block = left;
      left = undefined;
      return block;
    },
    async cancel() {
      left = undefined;
    },
  };
}

/** What fails here has nobody left to hear of it. */
async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // The body is over already.
  }
}
