import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { type Answer, type Step, toSteps } from "./answer.js";
import { findHeader, parseJson, type RecordedRequest, takeRequest } from "./recorded-request.js";

/** A clock that calls back after a number of milliseconds, unless that is cancelled. */
export interface WaitingClock {
  after(milliseconds: number, callback: () => void): () => void;
}

/** The clock of the machine; its timers keep no process alive. */
export const machineClock: WaitingClock = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** What a connection needs of its upstream. */
export interface ConnectionContext {
  /** Which connection this is, counted from 0. */
  readonly connection: number;
  readonly clock: WaitingClock;
  record(request: RecordedRequest): void;
  answer(request: RecordedRequest): Answer | Promise<Answer>;
}

/** Reads requests off a socket and answers them one after the other, until either side is done. */
export function serveConnection(socket: Socket, context: ConnectionContext): Connection {
  let received: Buffer = Buffer.alloc(0);
  let answering: ((left: number) => void) | undefined;
  const closed = new Promise((resolve) => socket.once("close", resolve));

  async function answerNext(): Promise<void> {
    if (answering) return;
    const taken = takeRequest(received);
    if (!taken) return;
    const { rest, ...message } = taken;
    received = rest;
    let leftAt: number | undefined;
    answering = (left) => {
      leftAt = left;
    };
    const text = Buffer.from(message.bytes).toString();
    const request: RecordedRequest = {
      ...message,
      text,
      body: parseJson(text),
      connection: context.connection,
      arrivedAt: performance.now(),
      header: (name) => findHeader(message.headers, name),
      get leftAt() {
        return leftAt;
      },
    };
    context.record(request);
    await send({ socket, closed, clock: context.clock }, await context.answer(request));
    answering = undefined;
    await answerNext();
  }

  socket.setNoDelay(true);
  // A peer that leaves in the middle is part of the play.
  socket.on("error", () => undefined);
  socket.on("close", () => answering?.(performance.now()));
  socket.on("data", (block) => {
    received = Buffer.concat([received, block]);
    if (isNoRequest(received)) reset(socket);
    else void answerNext();
  });
  return { isAnswering: () => answering !== undefined && !socket.destroyed };
}

/** An open connection, from the upstream's side. */
export interface Connection {
  /** Whether an answer is under way. */
  isAnswering(): boolean;
}

/** The peer of an answer, and the clock of its waits. */
interface Peer {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  readonly clock: WaitingClock;
}

async function send(peer: Peer, answer: Answer): Promise<void> {
  for (const step of toSteps(answer)) {
    // Its close is heard a little later than it happens here.
    if (peer.socket.destroyed) return void (await peer.closed);
    await perform(peer, step);
  }
}

async function perform({ socket, closed, clock }: Peer, step: Step): Promise<void> {
  switch (step.do) {
    case "write":
      if (!socket.write(step.bytes)) await Promise.race([drained(socket), closed]);
      // Gives the peer a chance to read this write before the next one.
      await setImmediate();
      return;
    case "wait":
      await waitFor(step.milliseconds, closed, clock);
      return;
    case "stall":
      await closed;
      return;
    case "close":
      socket.end();
      return;
    case "reset":
      reset(socket);
      return;
  }
}

async function waitFor(
  milliseconds: number,
  closed: Promise<unknown>,
  clock: WaitingClock,
): Promise<void> {
  let disarm: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => {
    disarm = clock.after(milliseconds, resolve);
  });
  await Promise.race([passed, closed]);
  disarm?.();
}

/** Whether the bytes cannot begin a request line, as those of a TLS handshake cannot. */
function isNoRequest(received: Buffer): boolean {
  return received.length > 0 && !/^[A-Z]/.test(received.toString("latin1", 0, 1));
}

function drained(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("drain", resolve));
}

/** Sends RST. A TLS socket cannot; its close without a farewell comes to the same. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
