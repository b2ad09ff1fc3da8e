import type { Format } from "../shared/formats.ts";
import { usualSize } from "../shared/requests.ts";
import type { TargetOptions } from "./targets.ts";
import type { UpstreamAnswer } from "./upstream.ts";

/** One load over HTTP. */
export interface Scenario {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly reference: string;
  readonly target: Omit<TargetOptions, "upstreamPort">;
  readonly form: UpstreamAnswer["form"];
  /** Deltas of each stream; its cost is given for one of them. */
  readonly deltas: number;
  readonly concurrency: number;
  readonly size: typeof usualSize;
  /** Whether the time of one request is shown too. */
  readonly timed?: true;
}

/** A relayed or translated exchange. */
function scenario(
  id: string,
  caller: Format,
  model: Format,
  form: UpstreamAnswer["form"],
  change: Partial<Scenario> = {},
): Scenario {
  const relayed = caller === model;
  const way = relayed ? `${caller} relay` : `${caller} → ${model}`;
  const how = { json: "JSON", blocks: "stream in blocks", deltas: "stream, one delta per write" };
  return {
    id,
    section: form === "json" ? "over HTTP, one request" : "over HTTP, one delta",
    title: `${way}, ${form === "slow" ? "slow stream" : how[form]}`,
    reference: relayed ? "a bare pass-through" : "a bare translator",
    target: { caller, model },
    form,
    deltas: form === "json" ? 1 : 1_000,
    concurrency: form === "json" ? 32 : 4,
    size: usualSize,
    ...change,
  };
}

/** The loads of the table. */
export const scenarios: readonly Scenario[] = [
  scenario("relay-chat", "chat", "chat", "json"),
  scenario("relay-messages", "messages", "messages", "json"),
  scenario("relay-alone", "chat", "chat", "json", {
    title: "chat relay, JSON, one at a time",
    concurrency: 1,
    timed: true,
  }),
  scenario("relay-1mb", "chat", "chat", "json", {
    title: "chat relay, JSON, a body of 1 MB",
    concurrency: 4,
    size: { turns: 51, characters: 20_000, tools: 2 },
  }),
  scenario("chat-messages", "chat", "messages", "json"),
  scenario("messages-chat", "messages", "chat", "json"),
  scenario("relay-deltas", "chat", "chat", "deltas"),
  scenario("relay-blocks", "chat", "chat", "blocks"),
  scenario("chat-messages-deltas", "chat", "messages", "deltas"),
  scenario("messages-chat-deltas", "messages", "chat", "deltas"),
  scenario("chat-messages-blocks", "chat", "messages", "blocks"),
  scenario("messages-chat-blocks", "messages", "chat", "blocks"),
];

const section = "adapters, one request over HTTP";

/** What each adapter adds. */
export const adapterScenarios: readonly Scenario[] = [
  scenario("own-node", "messages", "chat", "json", {
    section,
    title: "own model, node:http",
    reference: "a bare server",
    target: { caller: "messages", model: "own" },
  }),
  scenario("own-express", "messages", "chat", "json", {
    section,
    title: "own model, Express",
    reference: "a bare server",
    target: { caller: "messages", model: "own", adapter: "express" },
  }),
  scenario("relay-fetch", "chat", "chat", "json", {
    section,
    title: "chat relay, upstream called by `fetch`",
    target: { caller: "chat", model: "chat", transport: "fetch" },
  }),
];
