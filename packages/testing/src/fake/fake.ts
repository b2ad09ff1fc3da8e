import type { Answer, Clock, Exchange, Ids, Model, ModelYield } from "@diglot/core";
import type { Chunks } from "../faults/fault.js";
import type { FaultPlan } from "../faults/plan.js";
import type { Call } from "./calls/call.js";
import type { Matcher } from "./script/matcher.js";
import type { Turn, TurnFunction, TurnParts } from "./turns/turn.js";

/** Options of `createFake`; everything has a default. */
export interface FakeOptions {
  /** The turns, to be used once each, in their order. More can be added later. @default none */
  readonly script?: readonly Turn[] | undefined;
  /**
   * A model behind the fake instead of a script: your own, an upstream, `replay(tape)`. Its bytes are cut into
   * reads only if `chunks` is set. @default none
   */
  readonly model?: Model | undefined;
  /**
   * `strict` refuses all that the real services refuse, in their words; `lenient` accepts unknown members.
   * @default "strict"
   */
  readonly profile?: "strict" | "lenient" | undefined;
  /** The keys that are accepted. @default any that is not empty */
  readonly keys?: readonly string[] | undefined;
  /** The names of models that are served. @default any; names of real models keep the rules of these models */
  readonly models?: readonly string[] | undefined;
  /**
   * The requests that fail, and how. A request whose model is not called because of its fault uses up no turn,
   * unlike the fault of a turn. @default none
   */
  readonly faults?: FaultPlan | undefined;
  /**
   * How the bytes of answers are cut into reads: at events, not at all, at characters, at lines, every so many
   * bytes or events, or by chance with a seed. @default "events"
   */
  readonly chunks?: Chunks | undefined;
  /**
   * How a text, reasoning or the JSON of a call's arguments is cut into pieces of a stream: by words, not at all,
   * after so many characters, or by a function. The `pieces` of a turn and the yields of a generator stay as they
   * are. @default "words"
   */
  readonly pieces?: "words" | "whole" | number | ((text: string) => readonly string[]) | undefined;
  /** Counts the tokens of a text, for usage that a turn does not set. @default a quarter of its bytes */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * The source of time. `createManualClock()` is moved by hand. @default a clock that stands at
   * 2026-01-01T00:00:00Z; waiting takes real time
   */
  readonly clock?: Clock | undefined;
  /** The source of ids. @default ids that count up, the same in every run */
  readonly ids?: Ids | undefined;
}

/** Where a fake listens. */
export interface Listener {
  readonly port: number;
  /** Without a path: `http://127.0.0.1:49152`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A service with a scripted model in it, that cannot be distinguished from the real ones. */
export interface Fake {
  /** Stands for the global `fetch` of a client: no port is opened, the URL's host does not matter. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** One exchange as plain data, for servers of your own. */
  readonly handle: (exchange: Exchange) => Promise<Answer>;
  /** Opens a real port, on 127.0.0.1 by default, also for WebSockets of Responses. In Node, Bun and Deno. */
  listen(options?: {
    readonly port?: number | undefined;
    readonly hostname?: string | undefined;
  }): Promise<Listener>;
  /**
   * Adds one turn: of these pieces (texts, `thinking()`, `toolCall()`, `refusal()`, …), or in members or as
   * a generator, as `script` and `when` take it.
   */
  reply(turn: TurnParts | TurnFunction): Fake;
  reply(...pieces: readonly ModelYield[]): Fake;
  /** Adds turns, to be used once each, in their order. */
  script(turns: readonly Turn[]): Fake;
  /**
   * Answers every request that matches, any number of times, before the script is asked; of several
   * that match, the one added last. It counts as unused until it has answered once.
   */
  when(matcher: Matcher, turn: Turn): Fake;
  /** Answers all that nothing else answers, any number of times. Never unused. */
  otherwise(turn: Turn): Fake;
  /** All requests, in the order of their arrival. */
  readonly calls: readonly Call[];
  /**
   * Opens a page on 127.0.0.1 that shows all calls, earlier ones too, as they go on: both sides of the
   * wire, the events with the time between them, what was unexpected and what is left of the script.
   * Its `url` holds the credential. Needs the package `@diglot/inspector`; in Node, Bun and Deno.
   * @throws Error if that package is not installed, or the port cannot be had
   */
  inspect(options?: {
    /** @default a free one */
    readonly port?: number | undefined;
  }): Promise<Listener>;
  /**
   * Fails if a request was unexpected, or if something of the script was not used. An unexpected
   * request was answered with 400 in the caller's format, which official clients do not repeat. The
   * error also says which requests were refused before the script saw them, and why; without
   * anything else they are no failure.
   * @throws FakeError that says what came and what was left, for people to read
   */
  verify(): void;
  /** Forgets calls, script and what counted, as if it were new with its options. */
  reset(): void;
}
