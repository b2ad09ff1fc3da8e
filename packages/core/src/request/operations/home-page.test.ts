import { describe, expect, it } from "vitest";
import type { Format } from "../../formats/format.js";
import type { Answer } from "../../http/exchange.js";
import { createHomePage } from "./home-page.js";

const chat = { name: "a <b> & 'c'", path: "/v1/chat", clientPaths: ["/chat"] } as unknown as Format;
const settings = { formats: [chat] as const, basePath: "/ai" } satisfies Parameters<
  typeof createHomePage
>[1];

const pageOf = (method: string) => createHomePage(method, settings, [["x-request-id", "req_1"]]);
const lengthOf = ({ headers }: Answer) => headers.find(([name]) => name === "content-length")?.[1];

describe("the page of a service", () => {
  it("lists its paths and base URLs, with escapes for what the host has named", () => {
    const { status, body } = pageOf("GET");
    const text = new TextDecoder().decode(body as Uint8Array);
    expect(status).toBe(200);
    expect(text).toContain(
      "<ul>\n<li>POST /ai/v1/chat</li>\n<li>GET /ai/v1/models</li>\n<li>GET /ai/v1/models/{id}</li>\n</ul>",
    );
    expect(text).toContain(
      "<li>Clients of a &#60;b&#62; &#38; &#39;c&#39;: this server&#39;s address followed by /ai/v1</li>",
    );
  });

  it("runs no script, is not cached, and is shown inside of no other page", () => {
    expect(Object.fromEntries(pageOf("GET").headers)).toEqual({
      "cache-control": "no-store",
      "content-length": expect.stringMatching(/^\d+$/),
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-request-id": "req_1",
    });
  });

  it("has the same headers for HEAD, and no body", () => {
    const [whole, head] = [pageOf("GET"), pageOf("HEAD")];
    expect(head).toMatchObject({ status: 200, body: undefined });
    expect(lengthOf(head)).toBe(lengthOf(whole));
    expect(Number(lengthOf(whole))).toBe((whole.body as Uint8Array).length);
  });
});
