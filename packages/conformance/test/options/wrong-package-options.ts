import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExpressMiddleware } from "@diglot/adapter-express";
import { toFetchHandler } from "@diglot/adapter-fetch";
import { createHttpServer, createNodeTransport, toNodeHandler } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService } from "@diglot/core";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { createInspector, inspectorEndpoints } from "@diglot/inspector";
import { createLimits } from "@diglot/limits";
import { openTelemetry } from "@diglot/opentelemetry";
import { createPostgresStore, fromPg, fromPostgres } from "@diglot/store-postgres";
import { createSqliteOutbox, createSqliteStore } from "@diglot/store-sqlite";
import { untyped, type WrongCall } from "./wrong-call.js";

const service = createService({
  models: [createEcho()],
  keys: createMemoryKeys([{ key: "sk-0123456789" }]),
});

const credential = "an-administrators-credential";
const inspector = createInspector();

/** Adapters, limits, stores and models of other packages that must not be made. */
export const wrongPackageOptions: readonly WrongCall[] = [
  [
    () => untyped(createHttpServer)(createService),
    'createHttpServer: "service" must be a service, such as createService() returns, not a function.',
  ],
  [
    () => untyped(createHttpServer)({ models: [], keys: undefined }),
    'createHttpServer: "service" must be a service, such as createService() returns, not an object without handle().',
  ],
  [
    () => untyped(createHttpServer)(service, { port: 8787 }),
    'createHttpServer: "port" is not an option; the options here are writeStallTimeout, onError, keepAliveTimeout, headersTimeout, requestTimeout, allowHalfOpen.',
  ],
  [
    () => untyped(createHttpServer)(service, { keepAlive: 65_000 }),
    'createHttpServer: "keepAlive" is not an option; did you mean "keepAliveTimeout"?',
  ],
  [
    () => untyped(createHttpServer)(service, { requestTimeout: 0 }),
    'createHttpServer: "requestTimeout" must be a whole number from 1 to 2,147,483,647, not 0.',
  ],
  [
    () => untyped(toNodeHandler)(service.fetch),
    'toNodeHandler: "service" must be a service, such as createService() returns, not a function.',
  ],
  [
    () => untyped(toNodeHandler)(service, { onFailure: () => undefined }),
    'toNodeHandler: "onFailure" is not an option; the options here are writeStallTimeout, onError.',
  ],
  [
    () => untyped(createNodeTransport)({ timeout: 5_000 }),
    'createNodeTransport: "timeout" is not an option; the options here are connectTimeout, idleTimeout, maxSockets.',
  ],
  [
    () => untyped(createNodeTransport)({ connectTimeout: "5s" }),
    'createNodeTransport: "connectTimeout" must be a number above 0, not "5s".',
  ],
  [
    () => untyped(createExpressMiddleware)({ service }),
    'createExpressMiddleware: "service" must be a service, such as createService() returns, not an object; pass its member "service", such as store.service.',
  ],
  [
    () => untyped(createExpressMiddleware)(service, { path: "/api" }),
    'createExpressMiddleware: "path" is not an option; the options here are writeStallTimeout, onError.',
  ],
  [
    () => untyped(toFetchHandler)(service.fetch),
    'toFetchHandler: "service" must be a service, such as createService() returns, not a function.',
  ],
  [
    () => untyped(createLimits)({ requestsPerMinute: 5 }),
    'createLimits: "requestsPerMinute" is not an option; the options here are keys, accounts, concurrentRequests, redis, prefix, lease, timeout, whenDown, onError.',
  ],
  [
    () => untyped(createLimits)({ keys: { requestPerMinute: 5 } }),
    'createLimits: "keys.requestPerMinute" is not an option; did you mean "keys.requestsPerMinute"?',
  ],
  [
    () => untyped(createLimits)({ redis: "redis://:sk-secret-0123456789@localhost" }),
    'createLimits: "redis" must be a client of ioredis or node-redis, not a string.',
  ],
  [
    () => untyped(createLimits)({ whenDown: "allow" }),
    'createLimits: "whenDown" must be one of refuse, memory, not "allow".',
  ],
  [
    () => untyped(openTelemetry)({ spansName: ["user"] }),
    'openTelemetry: "spansName[0]" must be one of account, key, endUser, not "user".',
  ],
  [
    () => untyped(openTelemetry)({ sampler: true }),
    'openTelemetry: "sampler" is not an option; the options here are signals, tracerProvider, meterProvider, spansName, metricsName, captureContents.',
  ],
  [
    () => untyped(openTelemetry)({ captureContents: { characters: 0 } }),
    'openTelemetry: "captureContents.characters" must be a whole number of at least 1, not 0.',
  ],
  [
    () => untyped(openTelemetry)({ tracerProvider: {} }),
    'openTelemetry: "tracerProvider" must be a tracer provider, not an object without getTracer().',
  ],
  [
    () => untyped(openTelemetry)({ metricsName: ["endUser"] }),
    'openTelemetry: "metricsName[0]" must be one of account, key, not "endUser".',
  ],
  [
    () => untyped(openTelemetry)("my-service"),
    "openTelemetry: the options must be an object, not a string.",
  ],

  [
    () => untyped(createInspector)({ keep: 100 }),
    'createInspector: "keep" is not an option; did you mean "keepRequests"?',
  ],
  [
    () => untyped(createInspector)({ keepRequests: 0 }),
    'createInspector: "keepRequests" must be a whole number of at least 1, not 0.',
  ],
  [
    () => untyped(createInspector)({ capture: "all" }),
    'createInspector: "capture" must be true, false, or an object of options, not "all".',
  ],
  [
    () => untyped(createInspector)({ capture: { byte: 1_024 } }),
    'createInspector: "capture.byte" is not an option; did you mean "capture.bytes"?',
  ],
  [
    () => untyped(createInspector)({ capture: { secrets: ["sk-secret-0123456789", 7] } }),
    'createInspector: "capture.secrets[1]" must be a string or a regular expression, not 7.',
  ],
  [
    () => untyped(inspectorEndpoints)({ credential }),
    'inspectorEndpoints: "inspector" must be an inspector, such as createInspector(), not undefined.',
  ],
  [
    () => untyped(inspectorEndpoints)({ inspector: inspector.reporter, credential }),
    'inspectorEndpoints: "inspector" must be an inspector, such as createInspector(), not a function.',
  ],
  [
    () => untyped(inspectorEndpoints)({ inspector, credential: "sk-secret" }),
    'inspectorEndpoints: "credential" must be at least 16 visible ASCII characters.',
  ],
  [
    () => untyped(inspectorEndpoints)({ inspector, credential, ledger: {} }),
    'inspectorEndpoints: "ledger" must be a ledger that can be read, such as createMemoryLedger(), not an object without usage().',
  ],
  [
    () => untyped(inspectorEndpoints)({ inspector, credential, hasAdmin: "no" }),
    'inspectorEndpoints: "hasAdmin" must be true or false, not "no".',
  ],
  [
    () => untyped(inspectorEndpoints)({ inspector, credential, notes: [] }),
    'inspectorEndpoints: "notes" must be a function, not a list.',
  ],
  [
    () => untyped(inspectorEndpoints)({ inspector, credential, keys: service }),
    'inspectorEndpoints: "keys" is not an option; the options here are inspector, credential, ledger, hasAdmin, hasUpstreams, notes, link.',
  ],

  [
    () => untyped(createEcho)({ name: "my-echo" }),
    'createEcho: "name" is not an option; the options here are id, displayName, created, ownedBy, aliases, prices, wordDelay.',
  ],
  [
    () => untyped(createEliza)({ wordDelay: -1 }),
    'createEliza: "wordDelay" must be a finite number of 0 or more, not -1.',
  ],

  [
    () => untyped(createSqliteStore)(),
    "createSqliteStore: the options must be an object, not undefined.",
  ],
  [
    () => untyped(createSqliteStore)({}),
    'createSqliteStore: "path" must be a string that is not empty, not undefined.',
  ],
  [
    () => untyped(createSqliteStore)({ file: "diglot.sqlite" }),
    'createSqliteStore: "file" is not an option; the options here are path, durability, clock.',
  ],
  [
    () => untyped(createSqliteStore)({ path: ":memory:", durability: "full" }),
    'createSqliteStore: "durability" must be one of process, power, not "full".',
  ],
  [
    () => untyped(createSqliteOutbox)({ path: ":memory:" }),
    'createSqliteOutbox: "path" must be the path of a file, which survives the process, not ":memory:".',
  ],
  [
    () => untyped(createPostgresStore)({}),
    'createPostgresStore: "query" must be a function that runs statements, such as fromPg(pool) or fromPostgres(sql), not undefined.',
  ],
  [
    () => untyped(createPostgresStore)({ query: { query: () => undefined } }),
    'createPostgresStore: "query" must be a function that runs statements, such as fromPg(pool) or fromPostgres(sql), not an object.',
  ],
  [
    () => untyped(createPostgresStore)({ query: "postgres://user:sk-secret-0123456789@localhost" }),
    'createPostgresStore: "query" must be a function that runs statements, such as fromPg(pool) or fromPostgres(sql).',
  ],
  [
    () => untyped(createPostgresStore)({ query: async () => [], schema: "Diglot" }),
    'createPostgresStore: "schema" must be 1 to 63 lower-case letters, digits and underscores, without a digit or pg_ at its beginning, not "Diglot".',
  ],
  [
    () => untyped(fromPg)("postgres://localhost"),
    'fromPg: "client" must be a pool or a client of the package "pg", not a string.',
  ],
  [
    () => untyped(fromPostgres)({}),
    'fromPostgres: "sql" must be an instance of the package "postgres", not an object without unsafe().',
  ],
];

/** A file of text, where a store was meant. */
export function textFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), "diglot-")), "notes.txt");
  writeFileSync(path, "These are notes. ".repeat(100));
  return path;
}
