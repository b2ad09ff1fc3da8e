import { z } from "zod";
import type { Inferred } from "./inferred.js";
import { milliseconds, wholeMilliseconds } from "./values.js";

/** A variable is a text, and an editor sees it before it is replaced. */
export const port = z.union([
  z.int().min(0).max(65_535),
  z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: "must be a number from 0 to 65535",
  }),
]);

/** The schema of `ServerConfig`. */
export const server = z
  .strictObject({
    /** How long an idle connection is kept: longer than a balancer in front of the gateway keeps it. @default 65000 */
    keepAliveTimeout: wholeMilliseconds.optional(),
    /** How long a caller may take to send the headers of a request. @default 60000 */
    headersTimeout: wholeMilliseconds.optional(),
    /** How long a caller may take to send a whole request. @default 300000 */
    requestTimeout: wholeMilliseconds.optional(),
    /** How long a caller may read nothing of an answer that waits for it; then its connection is cut. @default 120000 */
    writeStallTimeout: wholeMilliseconds.optional(),
    /** Answers callers that close their sending side after the request; their departure is then noticed later. @default false */
    allowHalfOpen: z.boolean().optional(),
  })
  .meta({ id: "ServerConfig" });

/** How connections of callers are kept. Times are milliseconds. */
export type ServerConfig = Inferred<typeof server>;

/** The schema of `TransportConfig`. */
export const transport = z
  .strictObject({
    /** Until a connection stands, TLS included. @default 10000 */
    connectTimeout: milliseconds.optional(),
    /** How long an idle connection is kept: shorter than the upstream keeps it. @default 4000 */
    idleTimeout: wholeMilliseconds.optional(),
    /** The most connections to one origin; further requests wait. @default no limit */
    maxSockets: z.int().min(1).optional(),
  })
  .meta({ id: "TransportConfig" });

/** How connections to upstreams are kept. Times are milliseconds. */
export type TransportConfig = Inferred<typeof transport>;
