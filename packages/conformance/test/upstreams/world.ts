import { getEventListeners } from "node:events";
import {
  type AttemptRow,
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type MemoryLedger,
  type Model,
  messagesUpstream,
  type Service,
  type ServiceOptions,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { endpoints, headersOf } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { expect, onTestFinished } from "vitest";
import {
  createScriptedUpstream,
  type Fault,
  hello,
  type Responder,
  type Script,
  type ScriptedUpstream,
  say,
} from "../../upstream/index.js";
import type { Time } from "../time.js";
import { type Entrance, openEntrance } from "./entrance.js";
import type { Way } from "./ways.js";

/** The upstream's key, a part of its path, and its name of the model. No caller may ever see them. */
const canaries = ["sk-canary-of-the-operator", "canary-of-the-path", "upstream-model"] as const;

/** The options of both upstreams; capabilities that a format does not know are no matter to it. */
type UpstreamOptions = Parameters<typeof messagesUpstream>[0] &
  Parameters<typeof chatCompletionsUpstream>[0];

/** What a test may change. */
export interface WorldOptions {
  readonly upstream?: Partial<UpstreamOptions> | undefined;
  readonly service?: Partial<ServiceOptions> | undefined;
  /** The time of the service, its ledger and its upstream. Default: it passes as it does. */
  readonly time?: Time | undefined;
}

/** A service in front of a scripted upstream, and all that can be observed of it. */
export interface World {
  readonly way: Way;
  readonly upstream: ScriptedUpstream;
  readonly service: Service;
  /** The way to the service, over a socket and the Node adapter. */
  readonly entrance: Entrance;
  readonly ledger: MemoryLedger;
  /** How many timers of the service are armed. */
  timers(): number;
  /** Lets the world's time pass until the work is done. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** Opens a world that ends with the test. */
export async function openWorld(way: Way, options: WorldOptions = {}): Promise<World> {
  const { clock, armed, during } = options.time ?? createCountingClock();
  const upstream = await createScriptedUpstream({ clock: options.time?.clock });
  const ledger = createMemoryLedger({ clock });
  const service = createService({
    models: [createUpstreamModel(way, upstream.url, options.upstream)],
    keys: createMemoryKeys([{ key, accountId: "default" }]),
    ledger,
    clock,
    // Keys are hashed on another thread, which needs real time, while the test's own passes quickly.
    ...(options.time && { ledgerTimes: { reserve: 60_000 } }),
    ...options.service,
  });
  const entrance = openEntrance(service);
  const world = { way, upstream, service, entrance, ledger, timers: armed, during };
  onTestFinished(async () => {
    await during(service.close({ timeout: 10 }));
    await upstream.close();
  });
  return world;
}

function createUpstreamModel(
  { upstream }: Pick<Way, "upstream">,
  url: string,
  options: Partial<UpstreamOptions> = {},
): Model {
  const create = upstream === "messages" ? messagesUpstream : chatCompletionsUpstream;
  const [apiKey, path, model] = canaries;
  return create({
    id: "fronted",
    baseUrl: `${url}/${path}/v1`,
    apiKey,
    model,
    ...options,
  });
}

/** Time as it passes. */
function createCountingClock(): Pick<Time, "clock" | "armed" | "during"> {
  const timers = new Set<NodeJS.Timeout>();
  return {
    during: (work) => work,
    armed: () => timers.size,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          callback();
        }, milliseconds);
        timers.add(timer);
        return () => {
          timers.delete(timer);
          clearTimeout(timer);
        };
      },
    },
  };
}

/** An answer as the caller has read it. */
export interface Outcome {
  readonly way: Way;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The rows of the ledger, all of them closed. */
  readonly rows: readonly AttemptRow[];
}

/** The request that a caller of the way makes. */
export function requestOf({ caller, stream }: Way, change: object = {}): RequestInit {
  const body = {
    model: "fronted",
    // Floods are longer than most replies; limits have tests of their own.
    max_tokens: 1_000_000,
    messages: [{ role: "user", content: "hi" }],
    ...(stream && { stream }),
    ...(stream && caller === "chat-completions" && { stream_options: { include_usage: true } }),
    ...change,
  };
  return { method: "POST", headers: headersOf(caller), body: JSON.stringify(body) };
}

/** Sends the caller's request over its socket; the answer has yet to be read. */
export function send({ way, entrance }: World, init: RequestInit = {}): Promise<Response> {
  return entrance.fetch(endpoints[way.caller].path, { ...requestOf(way), ...init });
}

/**
 * Asks, reads the whole answer, and checks what every row of the matrix promises: no canary in the
 * answer, no key of the caller at the upstream, and no open row, exchange, timer, listener or
 * reservation left.
 */
export function ask(world: World, change: object = {}): Promise<Outcome> {
  return world.during(askAndRead(world, change));
}

async function askAndRead(world: World, change: object): Promise<Outcome> {
  const response = await send(world, requestOf(world.way, change));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  expectNoCanary(response.headers, text);
  for (const asked of world.upstream.requests) {
    expect(JSON.stringify(asked.headers) + asked.text).not.toContain(key);
  }
  await expectNothingLeft(world);
  const { exchanges } = world.entrance;
  for (const { signal } of exchanges) {
    await until(() => getEventListeners(signal, "abort").length === 0);
  }
  const { status, headers } = response;
  return { way: world.way, status, headers, bytes, text, rows: world.ledger.all() };
}

function expectNoCanary(headers: Headers, text: string): void {
  const visible = JSON.stringify([...headers]) + text;
  for (const canary of canaries) expect(visible).not.toContain(canary);
}

/** Waits until nothing is left of what has been asked. */
export async function expectNothingLeft(world: World): Promise<void> {
  const { upstream, ledger, timers, during } = world;
  await during(until(() => ledger.all().every(({ state }) => state !== "open")));
  await during(until(() => upstream.census().answering === 0));
  await during(until(() => timers() === 0));
  expect(await ledger.balance("default")).toMatchObject({ reserved: 0 });
}

/** The outcome of one request that the upstream answers so. */
export async function outcomeOf(
  way: Way,
  answer: Responder,
  options?: WorldOptions,
): Promise<Outcome> {
  const world = await openWorld(way, options);
  world.upstream.reply(answer);
  return ask(world);
}

/** The outcome when the upstream says a script with a fault. */
export function outcomeWith(
  way: Way,
  fault: Fault,
  said: Script = hello,
  options?: WorldOptions,
): Promise<Outcome> {
  return outcomeOf(way, say(said, fault), options);
}
