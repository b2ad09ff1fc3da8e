import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createExpressErrorHandler, createExpressMiddleware } from "@diglot/adapter-express";
import { listen } from "@diglot/test-support/servers";
import { until } from "@diglot/test-support/wait";
import compression from "compression";
import express, { type Express } from "express";
import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  bodyFor,
  contentOf,
  framesOf,
  headersFor,
  textOf,
  uniquePrompt,
} from "../../runtimes/client.js";
import { expectError, expectRefused } from "../../runtimes/expect-error.js";
import { createSubject } from "../../runtimes/servers/subject.js";
import { type Manner, manners, mannerTitle } from "./serve.js";

/** Express 4 has no types of its own here; what the tests use of it is the same. */
const express4: typeof express = createRequire(import.meta.url)("express-4");
const versions = [
  { version: 5, create: express },
  { version: 4, create: express4 },
] as const;

const { service, state } = createSubject();
afterAll(() => service.close({ timeout: 10 }));

const middleware = createExpressMiddleware(service);
const errorHandler = createExpressErrorHandler(service);

async function start(app: Express): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(app))}`;
}

/** The text of a good answer, in the manner of its caller. */
async function answerTo(baseUrl: string, { endpoint, stream }: Manner, prompt: string) {
  const response = await ask(baseUrl, endpoint, "echo", prompt, stream ? { stream } : {});
  expect(response.status).toBe(200);
  if (!stream) return contentOf(endpoint, response);
  return textOf(endpoint, framesOf(await response.text()));
}

for (const { version, create } of versions) {
  describe.each(manners)(`in Express ${version} ${mannerTitle}`, (manner) => {
    const { endpoint } = manner;

    it("H17 uses the value that express.json() has parsed, and reads what it has left", async () => {
      const app = create().use(create.json({ limit: "2mb" }), middleware);
      const baseUrl = await start(app);
      expect(await answerTo(baseUrl, manner, "parsed before us")).toBe("parsed before us");
      const body = JSON.stringify(bodyFor(endpoint, "echo", "left alone"));
      const headers = { ...headersFor(endpoint), "content-type": "application/vnd.x+json" };
      const response = await fetch(baseUrl + endpoint, { method: "POST", headers, body });
      expect(await contentOf(endpoint, response)).toBe("left alone");
    });

    it("H17 tells what express.json() refuses in the words of the caller's format", async () => {
      const app = create().use(create.json(), middleware, errorHandler);
      const baseUrl = await start(app);
      const message = await expectRefused(baseUrl, endpoint, '{"model":"a secret');
      expect(message).not.toContain("secret");
      const large = await ask(baseUrl, endpoint, "echo", "x".repeat(200_000));
      await expectError(endpoint, large, 413);
      const charset = { "content-type": "application/json; charset=x-unknown" };
      await expectRefused(baseUrl, endpoint, "{}", 415, charset);
      await expectRefused(baseUrl, endpoint, "{}", 415, { "content-encoding": "x-unknown" });
    });

    it("H18 lets each frame leave at once behind compression()", async () => {
      const app = create().use(compression({ threshold: 0 }), middleware);
      const baseUrl = await start(app);
      expect(await answerTo(baseUrl, manner, "compressed")).toBe("compressed");
      const caller = new AbortController();
      const { signal } = caller;
      const prompt = uniquePrompt("at once");
      const more = { stream: true };
      const response = await ask(baseUrl, endpoint, "silent", prompt, more, { signal });
      const reader = response.body?.getReader();
      let received = "";
      // The model says nothing after this; what waits in a buffer would never come.
      while (!received.includes("Hush.")) {
        received += new TextDecoder().decode((await reader?.read())?.value);
      }
      expect(state(prompt).runs[0]?.running).toBe(true);
      caller.abort();
      await until(() => !state(prompt).runs[0]?.running);
    });

    it("H19 answers below a mount path, in a router and behind a changed path as at the root", async () => {
      const app = create();
      app.use("/x", middleware);
      app.use("/deep", create.Router().use("/er", middleware));
      app.use((request, _response, next) => {
        request.url = request.url.replace(/^\/old/, "");
        next();
      });
      app.use(middleware);
      const baseUrl = await start(app);
      for (const mount of ["", "/x", "/deep/er", "/old"]) {
        expect(await answerTo(baseUrl + mount, manner, `at ${mount}`)).toBe(`at ${mount}`);
        const unknown = await ask(baseUrl + mount, endpoint, "no-such-model", "x");
        await expectError(endpoint, unknown, 404);
      }
    });

    it("H20 writes nothing once the application has answered", async () => {
      const app = create();
      app.use((_request, response, next) => {
        response.end("The application's own.");
        next();
      });
      app.use(middleware);
      const baseUrl = await start(app);
      const prompt = `answered ${version} ${endpoint} ${manner.stream}`;
      const response = await ask(baseUrl, endpoint, "echo", prompt);
      expect(await response.text()).toBe("The application's own.");
      expect(state(prompt).runs).toEqual([]);
    });
  });
}
