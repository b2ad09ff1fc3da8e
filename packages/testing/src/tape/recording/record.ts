import {
  type ByteSource,
  checkModel,
  checks,
  deriveModel,
  type EventSource,
  type MaybePromise,
  type Model,
  type RelayReply,
  type Reply,
} from "@diglot/core";
import { type Secret, validSecrets } from "../secrets/redact.js";
import { checkTape, type Tape } from "../tape.js";
import { createRecording, type Recording } from "./recording.js";
import { createReplyReader, type ReplyReader } from "./reply-reader.js";

/** Options of `record`. */
export interface RecordOptions {
  /**
   * Texts and patterns that must not be on the tape, such as names of customers, beside the caller's own key, the
   * secrets of the model such as the upstream's key, and all texts that are shaped like a credential. A pattern
   * runs over each text at once, so a pattern that backtracks can stop the process for long. @default none
   */
  readonly secrets?: readonly Secret[] | undefined;
}

const validOptions = checks.members<RecordOptions>({ secrets: validSecrets });

/**
 * A model that asks the given one, and keeps on the tape what it was asked and what it answered. The
 * caller gets the very reply: relayed bytes are only read along, never changed. Nothing is held back
 * but the block with which the reply ends, until the exchange is on the tape: clients stop reading
 * there, and a test that has a whole answer must find it on the tape. A tape that cannot be written
 * fails the reply.
 *
 * Kept are whole replies, and errors before or after some of a reply. A reply that the caller leaves
 * or that its signal aborts is not: half a recording would lie about what the model says. Nor are
 * refusals of the service's own ledger, and replies of a model that gives several choices in one; of a
 * model that is called once for each choice, every reply is kept. Of a relayed reply, the choices after
 * the first and the log probabilities are missing; one that makes no sense is kept as the error that a caller of the other format would see.
 *
 * Nothing of headers, addresses and keys is written, and secrets in texts become `[redacted]`.
 *
 * @example
 * const tape = createFileTape("test/tapes");
 * const model = replay(tape, { fallback: record(upstream, tape) });
 * @throws TypeError for what is no model, or no tape, and for an invalid option, which it names
 */
export function record(model: Model, tape: Tape, options: RecordOptions = {}): Model {
  checkModel("record", model);
  checkTape("record", tape);
  checks.checkOptions("record", options, validOptions);
  const { secrets = [] } = options;
  return deriveModel(model, async (request) => {
    const recording = createRecording(request, tape, [...secrets, ...(model.secrets?.() ?? [])]);
    const reply = await opened(() => model.respond(request), recording);
    if (reply.kind === "events") return { ...reply, events: recordEvents(reply.events, recording) };
    if (reply.kind === "choices") {
      recording.leave();
      return reply;
    }
    return recordRelay(reply, recording, createReplyReader(request));
  });
}

/** A failure goes on only when it is on the tape. */
async function opened<T>(work: () => MaybePromise<T>, recording: Recording): Promise<T> {
  try {
    return await work();
  } catch (error) {
    recording.fail(error);
    await recording.settled();
    throw error;
  }
}

function recordEvents(source: EventSource, recording: Recording): EventSource {
  return {
    async read() {
      const events = await opened(() => source.read(), recording);
      recording.push(events ?? []);
      await recording.settled();
      return events;
    },
    async cancel(reason) {
      recording.leave();
      await source.cancel(reason);
    },
  };
}

async function recordRelay(
  reply: RelayReply,
  recording: Recording,
  reader: ReplyReader,
): Promise<Reply> {
  const { body } = reply;
  if (body instanceof Uint8Array) {
    readAlong(recording, () => reader.whole(body));
    await recording.settled();
    return reply;
  }
  return {
    ...reply,
    untilContent: () => opened(() => reply.untilContent(), recording),
    body: recordBytes(body, recording, reader),
  };
}

function recordBytes(source: ByteSource, recording: Recording, reader: ReplyReader): ByteSource {
  return {
    async read() {
      const block = await opened(() => source.read(), recording);
      readAlong(recording, () => (block ? reader.push(block) : reader.end()));
      await recording.settled();
      return block;
    },
    async cancel(reason) {
      recording.leave();
      await source.cancel(reason);
    },
  };
}

/** What cannot be read is the recording's affair: the caller gets the bytes as they are. */
function readAlong(recording: Recording, read: () => Parameters<Recording["push"]>[0]): void {
  try {
    recording.push(read());
  } catch (error) {
    recording.fail(error);
  }
}
