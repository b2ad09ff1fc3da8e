import { modelOf } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";

const browser = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

function ask(path: string, init: RequestInit = {}, options = {}) {
  return serviceOf(modelOf(["Hello"]), options).service.request(path, init);
}

describe("an unknown path", () => {
  it("H04 is answered in Messages to a client of that format", async () => {
    const response = await ask("/v1/v1/messages", { method: "POST", body: "{}" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      type: "error",
      error: {
        type: "not_found_error",
        message: expect.stringMatching(
          / POST \/v1\/v1\/messages\. .* this server's address alone\.$/,
        ),
      },
    });
  });

  it("H04 is answered in Chat Completions to everyone else", async () => {
    const path = "/v1/chat/completions/chat/completions";
    const response = await ask(path, { method: "POST", body: "{}" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/ this server's address followed by \/v1\.$/) },
    });
  });

  it.each(["/messages", "/v1/responses", "/"])("says for %s what there is", async (path) => {
    const response = await ask(path, { method: "POST", body: "{}" });
    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toContain(`Nothing answers POST ${path}.`);
    expect(error.message).toContain("POST /v1/messages, ");
  });

  it("does not name additional endpoints", async () => {
    const answer = async () => ({ status: 200, headers: [], body: undefined });
    const endpoints = [{ method: "GET", path: "/hidden", answer }];
    expect(await (await ask("/nothing", {}, { endpoints })).text()).not.toContain("hidden");
    const page = await ask("/", { headers: browser }, { endpoints });
    expect(await page.text()).not.toContain("hidden");
  });
});

describe("the page for browsers", () => {
  it("says what this is, which paths there are, and which base URLs", async () => {
    const response = await ask("/", { headers: browser });
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const words of [
      "<title>Diglot</title>",
      "<li>POST /v1/messages</li>",
      "<li>POST /v1/chat/completions</li>",
      "<li>Clients of chat-completions: this server&#39;s address followed by /v1</li>",
      '<a href="https://github.com/diglot/diglot">',
    ]) {
      expect(page).toContain(words);
    }
    expect(page).not.toMatch(/<script|<style|<img|style=|on\w+=/i);
  });

  it("may not be framed, sniffed or stored, and may load nothing", async () => {
    const { headers } = await ask("/", { headers: browser });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
  });

  it("names neither models nor anything of the request", async () => {
    const response = await ask("/?q=canary", { headers: { ...browser, host: "canary.test" } });
    expect(await response.text()).not.toMatch(/canary|>m</);
  });

  it("has no body for HEAD", async () => {
    const response = await ask("/", { method: "HEAD", headers: browser });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("escapes what the host wrote", async () => {
    const page = await (await ask("/", { headers: browser }, { basePath: "/a<b>&" })).text();
    expect(page).toContain("<li>POST /a&#60;b&#62;&#38;/v1/messages</li>");
  });
});
