import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createHttpServer } from "@diglot/adapter-node-http";
import { expect } from "vitest";
import type { Check, Target } from "../check.js";
import { ask, contentOf, endpoints, framesOf, textOf, uniquePrompt, until } from "../client.js";
import { createSubject, type Subject } from "../servers/subject.js";

const farModels = ["far-messages", "far-chat-completions"];

/** Runs work with an upstream in this process, which listens on a port of its own. */
async function withUpstream(
  work: (origin: string, subject: Subject) => Promise<void>,
): Promise<void> {
  const subject = createSubject();
  const server = createHttpServer(subject.service).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, subject);
  } finally {
    await subject.service.close({ timeout: 100 });
    server.closeAllConnections();
    server.close();
  }
}

async function answersThroughUpstreams({ baseUrl }: Target): Promise<void> {
  await withUpstream(async (origin) => {
    for (const endpoint of endpoints) {
      for (const model of farModels) {
        const prompt = `${origin} echo ${uniquePrompt("from afar")}`;
        const whole = await ask(baseUrl, endpoint, model, prompt);
        expect(await contentOf(endpoint, whole)).toBe(prompt);
        const streamed = await ask(baseUrl, endpoint, model, prompt, { stream: true });
        expect(textOf(endpoint, framesOf(await streamed.text()))).toBe(prompt);
      }
    }
  });
}

async function leavesUpstreams({ baseUrl, noticesWithin }: Target): Promise<void> {
  await withUpstream(async (origin, subject) => {
    for (const endpoint of endpoints) {
      for (const model of farModels) {
        const prompt = `${origin} endless ${uniquePrompt("gone from afar")}`;
        const caller = new AbortController();
        const { signal } = caller;
        const response = await ask(baseUrl, endpoint, model, prompt, { stream: true }, { signal });
        await response.body?.getReader().read();
        expect(subject.state(prompt).runs[0]?.running).toBe(true);
        caller.abort();
        const isOver = (running: boolean | undefined) => running === false;
        const read = async () => subject.state(prompt).runs[0]?.running;
        await until(read, isOver, noticesWithin.flowing);
      }
    }
  });
}

/** What stands behind a service may be another one, of either format, on a socket. */
export const upstreamChecks: Readonly<Record<string, Check>> = {
  "answers both endpoints through upstreams of both formats, whole and streamed":
    answersThroughUpstreams,
  "leaves an upstream of either format when the caller leaves": leavesUpstreams,
};
