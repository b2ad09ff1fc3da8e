import type { ChoiceEvent, ChoiceSource } from "../../conversation/events.js";
import { badReply } from "../../errors/bad-reply.js";
import type { EventsReply } from "../model.js";

/** One choice while it is read. */
interface Choice {
  readonly index: number;
  readonly reply: Promise<EventsReply>;
  state: "idle" | "reading" | "over";
  /** Whether its `end` event has been read. */
  ended: boolean;
}

/** Several choices while they are read. */
interface Joining {
  readonly choices: readonly Choice[];
  readonly onFailed: JoinedChoices["onFailed"];
  /** What has arrived since the last read. */
  arrived: ChoiceEvent[];
  failure: { readonly error: unknown } | undefined;
  cancelled: boolean;
  wake: (() => void) | undefined;
}

/** What is joined. */
export interface JoinedChoices {
  /** The reply of each choice, in the order of their indexes. */
  readonly replies: readonly Promise<EventsReply>[];
  /** Stops the other choices. Called once; returns the error for the reader. */
  onFailed(error: unknown, choice: number): unknown;
  /** Called when all choices have been read to their end. */
  onEnded(): void;
}

/**
 * One source of the events of several replies. Each read returns what has arrived of any of them, so
 * that none waits for another; of each, no more than one batch is read ahead. A reply that fails fails
 * the whole, once everything that came before has been read.
 */
export function joinChoices({ replies, onFailed, onEnded }: JoinedChoices): ChoiceSource {
  const joining: Joining = {
    choices: replies.map((reply, index) => ({ index, reply, state: "idle", ended: false })),
    onFailed,
    arrived: [],
    failure: undefined,
    cancelled: false,
    wake: undefined,
  };
  // A reply may fail before anybody reads.
  pullAll(joining);
  return {
    async read() {
      pullAll(joining);
      await untilSomething(joining);
      if (joining.cancelled) return undefined;
      const { arrived, failure } = joining;
      joining.arrived = [];
      if (arrived.length > 0) return arrived;
      if (failure) throw failure.error;
      onEnded();
      return undefined;
    },
    async cancel() {
      joining.cancelled = true;
      joining.wake?.();
    },
  };
}

function pullAll(joining: Joining): void {
  if (joining.failure || joining.cancelled) return;
  for (const choice of joining.choices) if (choice.state === "idle") void pull(joining, choice);
}

async function pull(joining: Joining, choice: Choice): Promise<void> {
  choice.state = "reading";
  try {
    const { events } = await choice.reply;
    take(joining, choice, await events.read());
  } catch (error) {
    choice.state = "over";
    if (!joining.cancelled) joining.failure ??= { error: joining.onFailed(error, choice.index) };
  }
  joining.wake?.();
}

function take(
  { arrived }: Joining,
  choice: Choice,
  batch: Awaited<ReturnType<EventsReply["events"]["read"]>>,
): void {
  choice.state = batch ? "idle" : "over";
  if (!batch && !choice.ended) throw badReply("A choice ended without its end event.");
  for (const event of batch ?? []) arrived.push({ choice: choice.index, event });
  choice.ended ||= batch?.at(-1)?.type === "end";
}

/** Waits until there is something to return, or nothing more to wait for. */
async function untilSomething(joining: Joining): Promise<void> {
  const isWaiting = () =>
    !joining.cancelled &&
    !joining.failure &&
    joining.arrived.length === 0 &&
    joining.choices.some(({ state }) => state === "reading");
  while (isWaiting()) {
    await new Promise<void>((resolve) => {
      joining.wake = resolve;
    });
  }
}
