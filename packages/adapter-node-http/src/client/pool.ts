import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Call } from "./call.js";
import { Connection, type ConnectionOwner } from "./connection.js";
import type { Target } from "./target.js";

/** The limits of the connections to one origin. All times are milliseconds. */
export interface PoolSettings {
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  readonly maxSockets: number;
  /** Calls back when all that had arrived has been reported. */
  readonly afterPendingEvents: (callback: () => void) => void;
}

interface Idle {
  readonly connection: Connection;
  /** On the clock of `performance.now`. */
  readonly until: number;
}

/** The connections to one origin, and the calls that wait for one. */
export class Pool implements ConnectionOwner {
  readonly #settings: PoolSettings;
  /** The one that was used last is the last. */
  readonly #idle: Idle[] = [];
  readonly #waiting = new Set<Call>();
  #open = 0;
  #closing = false;
  #sweeper: NodeJS.Timeout | undefined;
  /** What lets the next TLS connection begin sooner. */
  #session: Buffer | undefined;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  get idleTime(): number {
    return this.#closing ? 0 : this.#settings.idleTimeout;
  }

  /**
   * Sends a call over an idle connection, a new one, or the next one that is free. If the upstream has
   * closed an idle connection before the call was handed to it, the call leaves over another one.
   */
  send(call: Call): void {
    const connection = this.#takeIdle();
    if (connection) {
      connection.reserve(call);
      this.#settings.afterPendingEvents(() => connection.handOver(call));
    } else if (this.#open < this.#settings.maxSockets) {
      this.#connect(call.target).begin(call);
    } else {
      this.#wait(call);
    }
  }

  release(connection: Connection, idleTime: number): void {
    this.#idle.push({ connection, until: performance.now() + idleTime });
    this.#sweeper ??= setTimeout(() => this.#sweep(), idleTime).unref();
    this.#sendWaiting();
  }

  forget(connection: Connection): void {
    this.#open -= 1;
    const index = this.#idle.findIndex((idle) => idle.connection === connection);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#sendWaiting();
  }

  /** Closes the idle connections now, and the others after their calls. */
  close(): void {
    this.#closing = true;
    clearTimeout(this.#sweeper);
    for (const { connection } of this.#idle.splice(0)) connection.close();
  }

  #takeIdle(): Connection | undefined {
    const now = performance.now();
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.connection.usable && idle.until > now) return idle.connection;
      idle.connection.close();
    }
    return undefined;
  }

  #wait(call: Call): void {
    this.#waiting.add(call);
    call.onAbort = (error) => {
      this.#waiting.delete(call);
      call.fail(error);
    };
  }

  #sendWaiting(): void {
    const [call] = this.#waiting;
    if (call === undefined) return;
    this.#waiting.delete(call);
    this.send(call);
  }

  /** Closes what has been idle for too long. */
  #sweep(): void {
    const now = performance.now();
    const kept = this.#idle.filter(({ until }) => until > now);
    const past = this.#idle.filter(({ until }) => until <= now);
    this.#idle.splice(0, this.#idle.length, ...kept);
    for (const { connection } of past) connection.close();
    const next = Math.min(...kept.map(({ until }) => until));
    this.#sweeper =
      kept.length > 0 ? setTimeout(() => this.#sweep(), next - now).unref() : undefined;
  }

  #connect(target: Target): Connection {
    const connection = new Connection(this.#openSocket(target), this);
    connection.limitConnecting(
      target.secure ? "secureConnect" : "connect",
      this.#settings.connectTimeout,
    );
    this.#open += 1;
    return connection;
  }

  #openSocket({ secure, hostname: host, port, servername }: Target): Socket {
    const options = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 1_000 };
    if (!secure) return connect(options);
    const session = this.#session && { session: this.#session };
    const socket = connectTls({ ...options, ...session, servername, ALPNProtocols: ["http/1.1"] });
    socket.on("session", (next) => {
      this.#session = next;
    });
    // A session that the upstream does not accept any more must not fail the next connection, too.
    socket.on("error", () => {
      this.#session = undefined;
    });
    return socket;
  }
}
