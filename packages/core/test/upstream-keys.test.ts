import { createFakeClock } from "@diglot/test-support/clock";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import type { AttemptEnded, ReporterEvent } from "../src/index.js";
import { everyWay, upstreamCreators, type Way } from "./attempt-of.js";
import {
  type AnyUpstreamOptions,
  fakeUpstream,
  frames,
  type ObservedRequest,
  replies,
  streamOf,
} from "./upstream-of.js";

const canaries = ["sk-canary-number-one", "sk-canary-number-two", "sk-canary-number-three"];

/** What an upstream answers to a request with one of its keys. */
type Refuse = (index: number) => Response | undefined;

function keyOf({ headers }: ObservedRequest): number {
  const sent = headers.get("x-api-key") ?? headers.get("authorization")?.replace("Bearer ", "");
  return canaries.indexOf(sent ?? "");
}

function refusal(status: number, headers: Record<string, string> = {}): Response {
  const error = { type: "rate_limit_error", message: "Not with this key." };
  return Response.json({ type: "error", error }, { status, headers });
}

/** A service before an upstream with several keys, some of which it refuses. */
function world(
  upstream: FormatName,
  refuse: { current: Refuse },
  options: Partial<AnyUpstreamOptions> = {},
) {
  const clock = createFakeClock();
  const fake = fakeUpstream(
    (request) => {
      const refused = refuse.current(keyOf(request));
      if (refused) return refused;
      return request.body.stream ? streamOf(frames[upstream]) : Response.json(replies[upstream]);
    },
    { apiKey: undefined, apiKeys: canaries, ...options },
  );
  const served = serviceOf(upstreamCreators[upstream](fake.options), { clock });
  const ask = async (caller: FormatName, change: object = {}) => {
    const response = await served.service.request(...requestOf(caller, change));
    return { response, text: await response.text() };
  };
  const usedKeys = () => fake.seen.map(keyOf);
  return { ...served, clock, ask, usedKeys };
}

function endedOf(events: readonly ReporterEvent[]) {
  return events
    .filter((event): event is AttemptEnded => event.type === "attempt_ended")
    .map(({ attempt }) => attempt);
}

const name = ({ caller, upstream }: Way) => `a caller of ${caller} before ${upstream}`;

describe.each(everyWay.map((way) => [name(way), way] as const))("%s", (_name, way) => {
  const { caller, upstream } = way;

  it.each([
    [429, false],
    [429, true],
    [401, false],
    [401, true],
    [402, false],
    [402, true],
  ])("does not notice that a key is refused with %i (stream: %j)", async (status, stream) => {
    const undisturbed = world(upstream, { current: () => undefined });
    const expected = await undisturbed.ask(caller, { stream });
    const [favourite] = undisturbed.usedKeys();
    const refuse: Refuse = (index) => (index === favourite ? refusal(status) : undefined);
    const { ask, usedKeys, ledger, events, service } = world(upstream, { current: refuse });
    const { response, text } = await ask(caller, { stream });
    expect(response.status).toBe(200);
    const withoutIds = (body: string) => body.replace(/"(?:created|id)":\s*(?:"[^"]*"|\d+)/g, "");
    expect(withoutIds(text)).toBe(withoutIds(expected.text));
    await service.close();
    const [first, second, ...more] = usedKeys();
    expect([first, more]).toEqual([favourite, []]);
    expect(second).not.toBe(favourite);
    const ends = ledger.all().map((row) => row.state === "settled" && row.end);
    expect(ends).toEqual(["upstream_error", "completed"]);
    const attempts = endedOf(events);
    expect(attempts.map(({ upstreamKey }) => upstreamKey)).toEqual([
      `keys[${first}]`,
      `keys[${second}]`,
    ]);
    expect(attempts.map(({ keyRestMilliseconds }) => keyRestMilliseconds !== undefined)).toEqual([
      true,
      false,
    ]);
    expect(events.at(-1)).not.toMatchObject({ type: "failure" });
    expect(events.find(({ type }) => type === "request_ended")).toMatchObject({
      outcome: "answered",
    });
  });

  it("keeps a conversation on one key over many turns, and conversations on all keys", async () => {
    const { ask, usedKeys } = world(upstream, { current: () => undefined });
    const message = (role: string, content: string) => ({ role, content });
    for (let conversation = 0; conversation < 12; conversation++) {
      const messages = [message("user", `Question ${conversation}`)];
      for (let turn = 0; turn < 5; turn++) {
        await ask(caller, { messages });
        messages.push(message("assistant", `Answer ${turn}`), message("user", `More ${turn}`));
      }
    }
    const turns = Array.from({ length: 12 }, (_, index) =>
      usedKeys().slice(5 * index, 5 * index + 5),
    );
    for (const keys of turns) expect(new Set(keys).size).toBe(1);
    expect(new Set(turns.map(([key]) => key)).size).toBe(canaries.length);
  });

  it("returns to its key when that has rested for as long as the upstream says", async () => {
    const refuse: { current: Refuse } = { current: () => undefined };
    const { ask, usedKeys, clock } = world(upstream, refuse);
    await ask(caller);
    const [favourite] = usedKeys();
    refuse.current = (index) =>
      index === favourite ? refusal(429, { "retry-after": "30" }) : undefined;
    await ask(caller);
    refuse.current = () => undefined;
    clock.advance(29_999);
    await ask(caller);
    clock.advance(1);
    await ask(caller);
    const [, , other, resting, back] = usedKeys();
    expect(resting).toBe(other);
    expect([other === favourite, back]).toEqual([false, favourite]);
  });

  it("gets the upstream's error with the earliest time while all keys rest, and sends nothing then", async () => {
    const refuse: { current: Refuse } = {
      current: (index) => refusal(429, { "retry-after": String(40 + 10 * index) }),
    };
    const { ask, usedKeys, clock, ledger } = world(upstream, refuse);
    const { response, text } = await ask(caller);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "40"]);
    expect([...usedKeys()].sort()).toEqual([0, 1, 2]);
    clock.advance(15_000);
    const later = await ask(caller);
    expect([later.response.status, later.response.headers.get("retry-after")]).toEqual([429, "25"]);
    expect([usedKeys().length, ledger.all().length]).toEqual([3, 3]);
    for (const canary of canaries) expect(text + later.text).not.toContain(canary);
    clock.advance(25_000);
    refuse.current = () => undefined;
    expect((await ask(caller)).response.status).toBe(200);
    expect(usedKeys().at(-1)).toBe(0);
  });

  it("still asks while all keys rest for a time that nobody has said", async () => {
    const refuse: { current: Refuse } = { current: () => refusal(401) };
    const { ask, usedKeys } = world(upstream, refuse);
    expect((await ask(caller)).response.status).toBe(502);
    refuse.current = () => undefined;
    expect((await ask(caller)).response.status).toBe(200);
    expect((await ask(caller)).response.status).toBe(200);
    const [, , , asked, again] = usedKeys();
    expect(again).toBe(asked);
  });

  it("is not asked again after a refusal that blames the request, or a failure", async () => {
    for (const status of [400, 403, 404, 500, 529]) {
      const { ask, usedKeys } = world(upstream, { current: () => refusal(status) });
      await ask(caller);
      expect(usedKeys()).toHaveLength(1);
    }
  });

  it("ends when its caller leaves between two keys", async () => {
    const controller = new AbortController();
    const refuse: Refuse = () => {
      controller.abort();
      return refusal(429);
    };
    const { service, usedKeys } = world(upstream, { current: refuse });
    const [path, init] = requestOf(caller);
    await service.request(path, { ...init, signal: controller.signal }).catch(() => undefined);
    await service.close();
    expect(usedKeys()).toHaveLength(1);
  });

  it("leaves no key in events, errors and answers, even if the upstream repeats it", async () => {
    const repeat: Refuse = () => {
      const message = `Wrong: ${canaries.join(", ")}`;
      return Response.json({ error: { type: "invalid_request_error", message } }, { status: 400 });
    };
    for (const refuse of [repeat, () => refusal(401), () => refusal(429), () => undefined]) {
      const { ask, events, failures, service } = world(upstream, { current: refuse });
      const { text, response } = await ask(caller);
      await service.close();
      const shown = [
        text,
        ...[...response.headers].flat(),
        ...failures.map(toText),
        ...events.map(toText),
      ];
      for (const canary of canaries) expect(shown.join("\n")).not.toContain(canary);
    }
  });
});

/** Everything that a log may print of a value, causes included. */
function toText(value: unknown): string {
  const error = (_name: string, inner: unknown) =>
    inner instanceof Error ? { ...inner, message: inner.message, cause: inner.cause } : inner;
  return JSON.stringify(value, error) ?? "";
}

describe("an upstream with a list of keys", () => {
  it("counts tokens and lists models with the next key", async () => {
    const { listUpstreamModels, messagesUpstream } = await import("../src/index.js");
    const used: string[] = [];
    const models = await listUpstreamModels(messagesUpstream, {
      baseUrl: "http://upstream.test",
      apiKeys: canaries,
      fetch: async (_url, init) => {
        const key = new Headers(init?.headers).get("x-api-key") ?? "";
        used.push(key);
        return used.length === 1
          ? refusal(401)
          : Response.json({ data: [{ id: "large", type: "model" }], has_more: false });
      },
    });
    expect([models.length, used.length, used[0] === used[1]]).toEqual([1, 2, false]);
  });

  it("is used like one with a single key if there is one, or one twice", async () => {
    const options = { apiKeys: ["sk-canary-number-one", "sk-canary-number-one"] };
    const { ask, events } = world("messages", { current: () => refusal(429) }, options);
    const { response } = await ask("messages");
    expect(response.status).toBe(429);
    const attempts = endedOf(events);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ upstreamKey: undefined, keyRestMilliseconds: undefined });
  });

  it.each<[string, Partial<AnyUpstreamOptions>, string]>([
    ["beside a single key", { apiKey: "sk-one", apiKeys: ["sk-two"] }, 'set "apiKey" or "apiKeys"'],
    ["that is empty", { apiKeys: [] }, '"apiKeys"'],
    ["with a key that cannot be sent", { apiKeys: ["sk canary"] }, '"apiKeys[0]"'],
  ])("is refused %s", (_case, options, words) => {
    const create = () =>
      upstreamCreators.messages({ id: "m", baseUrl: "http://upstream.test", ...options });
    expect(create).toThrow(words);
    expect(create).not.toThrow("canary");
  });
});
