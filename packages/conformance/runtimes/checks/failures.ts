import { expect } from "vitest";
import { failureMessage, secretDetail } from "../../src/scripted-models.js";
import type { Check, Target } from "../check.js";
import {
  ask,
  type Endpoint,
  endpoints,
  expectSettledOnce,
  framesOf,
  onBothEndpoints,
  readState,
  uniquePrompt,
  until,
} from "../client.js";

const settled = 20_000;

async function expectRow(baseUrl: string, prompt: string): Promise<void> {
  await until(
    () => readState(baseUrl, prompt),
    ({ ledger }) => ledger[0]?.row.state === "settled",
    settled,
  );
  expectSettledOnce(await readState(baseUrl, prompt), "upstream_error");
}

async function failsBeforeTheHead({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const stream of [false, true]) {
      const prompt = uniquePrompt("fail before");
      const response = await ask(baseUrl, endpoint, "fail-before", prompt, { stream });
      expect(response.status).toBe(endpoint === "/v1/messages" ? 529 : 503);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect((await response.json()).error.message).toBe(failureMessage);
      await expectRow(baseUrl, prompt);
    }
  }
}

async function hidesCrashes({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    for (const stream of [false, true]) {
      const before = await ask(baseUrl, endpoint, "crash-before", "crash", { stream });
      expect(before.status).toBe(500);
      expect(await before.text()).not.toContain(secretDetail);
      const after = await ask(baseUrl, endpoint, "crash-after", "crash", { stream });
      expect(after.status).toBe(stream ? 200 : 500);
      expect(await after.text()).not.toContain(secretDetail);
    }
  }
}

const ends: Readonly<Record<Endpoint, RegExp>> = {
  "/v1/messages": /message_stop|message_delta/,
  "/v1/chat/completions": /\[DONE\]|"finish_reason":"/,
};

async function failsInsideTheStream({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const prompt = uniquePrompt("fail after");
    const response = await ask(baseUrl, endpoint, "fail-after", prompt, { stream: true });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).not.toMatch(ends[endpoint]);
    const last = framesOf(text).at(-1);
    expect(last?.event).toBe(endpoint === "/v1/messages" ? "error" : undefined);
    expect(JSON.parse(last?.data ?? "")).toMatchObject({ error: { message: failureMessage } });
    await expectRow(baseUrl, prompt);
  }
}

async function failsJsonAfterSomeOutput({ baseUrl }: Target): Promise<void> {
  for (const endpoint of endpoints) {
    const prompt = uniquePrompt("fail after, as JSON");
    const response = await ask(baseUrl, endpoint, "fail-after", prompt);
    expect(response.status).toBe(endpoint === "/v1/messages" ? 529 : 503);
    expect(await response.text()).not.toContain("Half an");
    await expectRow(baseUrl, prompt);
  }
}

async function pingsWhileSilent({ baseUrl }: Target): Promise<void> {
  const signs = { "/v1/messages": "event: ping\n", "/v1/chat/completions": ": keep-alive\n\n" };
  await onBothEndpoints(async (endpoint) => {
    const caller = new AbortController();
    const { signal } = caller;
    const prompt = uniquePrompt("silence");
    const response = await ask(baseUrl, endpoint, "silent", prompt, { stream: true }, { signal });
    let received = "";
    const decoder = new TextDecoder();
    for await (const block of response.body ?? []) {
      received += decoder.decode(block, { stream: true });
      if (received.includes("Hush.") && received.split("Hush.")[1]?.includes(signs[endpoint]))
        break;
    }
    expect(received).toContain("Hush.");
    caller.abort();
  });
}

/** Models that fail or are silent. */
export const failureChecks: Readonly<Record<string, Check>> = {
  "U23 answers a failure before the first event with a real status": failsBeforeTheHead,
  "hides the details of crashes": hidesCrashes,
  "S23 ends a stream that fails with the error frame and no end marker": failsInsideTheStream,
  "answers a JSON request whose model fails midway with an error": failsJsonAfterSomeOutput,
  "S09 sends pings while a model is silent": pingsWhileSilent,
};
