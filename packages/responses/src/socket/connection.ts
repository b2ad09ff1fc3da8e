import type {
  ConnectContext,
  Exchange,
  HeaderLookup,
  MessageConnection,
  MessageContext,
} from "@diglot/core";
import { ServiceError, toObject } from "@diglot/core/formats";
import { toErrorAnswer } from "../answers/errors.js";
import type { FormatSettings } from "../settings.js";
import { toMessages } from "./answer-messages.js";
import { Lane } from "./lane.js";
import { type CreateMessage, inLane, overLimit, readMessage, toErrorMessage } from "./message.js";
import { warmUp } from "./warm-up.js";

/** The vendor's limits of a connection: conversations at once, and messages that wait or are answered. */
const mostLanes = 32;
const mostMessages = 16;

/** The events after which a conversation can go on. */
const wholeEnd = /^\s*\{\s*"type":\s*"response\.(?:completed|incomplete)"/;

/** The headers that speak of one request, and not of all that come over a connection. */
const ownHeaders: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  "idempotency-key",
]);

/**
 * A connection over which requests come as messages. Each is answered as one that is posted; the memory of
 * its lane lets a request go on from the last reply, also if that is not to be kept.
 */
export class ResponsesConnection implements MessageConnection {
  readonly #begun: ConnectContext;
  readonly #settings: FormatSettings;
  readonly #lanes = new Map<string | undefined, Lane>();
  #messages = 0;

  constructor(begun: ConnectContext, settings: FormatSettings) {
    this.#begun = begun;
    this.#settings = settings;
  }

  async *receive(text: string, context: MessageContext): AsyncGenerator<string> {
    let lane: string | undefined;
    this.#messages += 1;
    try {
      const message = readMessage(text);
      lane = message.lane;
      for await (const answer of this.#answerInTurn(message, context)) yield inLane(lane, answer);
    } catch (error) {
      const { status, body } = toErrorAnswer(ServiceError.from(error));
      yield inLane(lane, toErrorMessage(status, toObject(body).error));
    } finally {
      this.#messages -= 1;
    }
  }

  async *#answerInTurn(message: CreateMessage, context: MessageContext): AsyncGenerator<string> {
    if (this.#messages > mostMessages) {
      throw overLimit(
        `At most ${mostMessages} requests of a connection may wait for their end.`,
        "websocket_stream_limit_reached",
      );
    }
    const lane = this.#laneOf(message.lane);
    const leave = await lane.enter();
    try {
      yield* this.#answer(message, lane, context);
    } finally {
      leave();
    }
  }

  #laneOf(name: string | undefined): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    if (this.#lanes.size >= mostLanes) {
      throw overLimit(
        `A connection has at most ${mostLanes} streams.`,
        "websocket_stream_limit_reached",
      );
    }
    const lane = new Lane();
    this.#lanes.set(name, lane);
    return lane;
  }

  async *#answer(
    message: CreateMessage,
    { memory }: Lane,
    context: MessageContext,
  ): AsyncGenerator<string> {
    if (!message.generates) {
      yield* warmUp(message.body, memory, this.#begun, this.#settings);
      return;
    }
    let isWhole = false;
    try {
      const answer = await context.handle(this.#toExchange(message, memory, context));
      for await (const event of toMessages(answer)) {
        isWhole ||= wholeEnd.test(event);
        yield event;
      }
    } finally {
      const previous = message.body.previous_response_id;
      if (!isWhole && typeof previous === "string") memory.forget(previous);
    }
  }

  #toExchange(
    { bytes }: CreateMessage,
    memory: Lane["memory"],
    { signal }: MessageContext,
  ): Exchange {
    const { exchange } = this.#begun;
    return {
      method: "POST",
      target: exchange.target,
      headers: toBodyHeaders(exchange.headers),
      body: { kind: "stream", chunks: once(bytes) },
      signal,
      host: exchange.host,
      connection: memory,
    };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The headers of the connection, with those of a JSON body. */
function toBodyHeaders(headers: HeaderLookup): HeaderLookup {
  return {
    get(name) {
      const key = name.toLowerCase();
      if (key === "content-type") return "application/json";
      return ownHeaders.has(key) ? null : headers.get(name);
    },
    keys: () => [...headers.keys()].filter((name) => !ownHeaders.has(name)),
  };
}
