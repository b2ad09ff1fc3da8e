/// <reference path="./undici-agent.d.ts" />
import type { Agent } from "undici";

/** The limits of the connections of a transport. All times are milliseconds. */
export interface ConnectionLimits {
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  /** To one origin. */
  readonly maxSockets: number | undefined;
}

/** Bytes that a connection reads ahead of its parser; Node reads up to 64 KiB at once. */
const readAhead = 16 * 1024;

/**
 * Keeps the connections to all origins. undici is loaded by the first transport only. Its whole would
 * cost a fifth of a second, this part of it a quarter of that; and its bare name is a stub on Bun.
 */
export async function createAgent(limits: ConnectionLimits): Promise<Agent> {
  const { default: Agent } = await import("undici/lib/dispatcher/agent.js");
  const connect = { timeout: limits.connectTimeout, highWaterMark: readAhead };
  return new Agent({
    connect,
    connections: limits.maxSockets ?? null,
    keepAliveTimeout: limits.idleTimeout,
    keepAliveMaxTimeout: limits.idleTimeout,
    // What the upstream announces is shortened: its closing must not meet a request on its way.
    keepAliveTimeoutThreshold: 1_000,
    pipelining: 1,
    allowH2: false,
    // Core has its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
