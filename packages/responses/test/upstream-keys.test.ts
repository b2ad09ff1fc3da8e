import type { AttemptEnded } from "@diglot/core";
import { endpoints } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { responsesUpstream } from "../src/index.js";
import { worldOf } from "./world.js";

const keys = ["sk-canary-number-one", "sk-canary-number-two", "sk-canary-number-three"];

/** A service of all formats before an upstream of Responses with several keys. */
function world(refuse: (index: number) => Response | undefined) {
  const used: number[] = [];
  const inner = worldOf(["Hel", "lo."], { allowAnonymous: true, keys: undefined });
  const model = responsesUpstream({
    id: "scripted",
    baseUrl: "http://upstream.test/v1",
    apiKeys: keys,
    fetch: async (url, init) => {
      const { headers, ...rest } = init ?? {};
      const sent = new Headers(headers);
      const index = keys.indexOf(sent.get("authorization")?.replace("Bearer ", "") ?? "");
      used.push(index);
      sent.delete("authorization");
      return (
        refuse(index) ?? inner.service.fetch(new Request(url, { ...rest, headers: sent } as object))
      );
    },
  });
  return { ...worldOf(model), used };
}

const refusal = (status: number) =>
  Response.json({ error: { message: `Not with ${keys.join()}.`, type: "requests" } }, { status });

describe("an upstream of Responses with several keys", () => {
  it.each([
    [429, false],
    [429, true],
    [401, false],
    [402, true],
  ])("answers although a key is refused with %i (stream: %j)", async (status, stream) => {
    const { answer, used: favourites } = world(() => undefined);
    await answer();
    const [favourite] = favourites;
    const refused = world((index) => (index === favourite ? refusal(status) : undefined));
    const response = await refused.ask({ model: "scripted", input: "hi", stream });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain("lo.");
    await refused.service.close();
    expect(refused.used).toEqual([favourite, expect.any(Number)]);
    const ended = refused.events.filter((one): one is AttemptEnded => one.type === "attempt_ended");
    expect(ended.map(({ attempt }) => attempt.upstreamKey)).toEqual(
      refused.used.map((index) => `keys[${index}]`),
    );
    expect(JSON.stringify(refused.events) + text).not.toContain("canary");
  });

  it("answers callers of Messages with the next key", async () => {
    const { service, used } = world(() => (used.length === 1 ? refusal(429) : undefined));
    const { path, headers, body } = endpoints.messages;
    const response = await service.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect([response.status, used.length]).toEqual([200, 2]);
  });

  it("keeps a conversation on one key, whatever shape its first message has", async () => {
    const { answer, used } = world(() => undefined);
    const part = { type: "input_text", text: "Why?" };
    const first = { type: "message", role: "user", content: [part] };
    const reply = { type: "message", role: "assistant", content: "So." };
    const next = { role: "user", content: "And?" };
    await answer({ input: "Why?" });
    await answer({ input: [{ role: "user", content: "Why?" }, reply, next] });
    await answer({ input: [{ ...first, id: "msg_1" }, reply, next, reply, next] });
    expect(new Set(used).size).toBe(1);
    for (let index = 0; index < 12; index++) await answer({ input: `Question ${index}` });
    expect(new Set(used).size).toBe(keys.length);
  });

  it("keeps requests with one key of the prompt cache on one key", async () => {
    const { answer, used } = world(() => undefined);
    for (let index = 0; index < 6; index++) {
      await answer({ input: `Question ${index}`, prompt_cache_key: "session" });
    }
    expect(new Set(used).size).toBe(1);
  });
});
