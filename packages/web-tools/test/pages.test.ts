import { describe, expect, it } from "vitest";
import { webPages } from "../src/index.js";
import { asking } from "./asking.js";
import { serverOf } from "./server-of.js";

/** A server of one page. */
const serve = (type: string, body: string | Buffer, status = 200, headers: object = {}) =>
  serverOf((_, response) =>
    response.writeHead(status, { "content-type": type, ...headers }).end(body),
  );

const read = (url: string, options = {}) =>
  webPages({ allowPrivate: true, ...options })({ ...asking, url, maxCharacters: 1_000 });

describe("webPages", () => {
  it("reads the text of a page, without its menus and scripts", async () => {
    const url = await serve(
      "text/html; charset=utf-8",
      `<html><head><title>K2 &amp; co</title><script>let a;</script></head><body><nav>Menu</nav>
       <main><h1>K2</h1><p>It is <b>8,611 m</b> high.</p><a href="https://x.example">More</a></main></body></html>`,
    );
    const page = await read(url);
    expect(page).toMatchObject({ url: `${url}/`, title: "K2 & co" });
    expect(page.text).toContain("It is 8,611 m high.");
    expect(page.text).toContain("https://x.example");
    expect(page.text).not.toMatch(/Menu|let a/);
  });

  it("reads plain text and JSON as they are, in the encoding that they name", async () => {
    const latin = await serve("text/plain; charset=iso-8859-1", Buffer.from([0x4b, 0xe4]));
    expect((await read(latin)).text).toBe("Kä");
    expect((await read(await serve("application/json", '{"a":1}'))).text).toBe('{"a":1}');
  });

  it("follows redirections, and says where they ended", async () => {
    const end = await serve("text/plain", "here");
    const start = await serve("text/plain", "", 302, { location: `${end}/end` });
    expect(await read(start)).toEqual({ url: `${end}/end`, text: "here" });
  });

  it("reads no more than it may", async () => {
    const url = await serve("text/plain", "a".repeat(1_000));
    expect((await read(url, { maxBytes: 10 })).text).toBe("a".repeat(10));
  });

  it.each([
    ["a picture", "image/png", 200, "unsupported_content_type"],
    ["an error", "text/plain", 404, "url_not_accessible"],
    ["a limit", "text/plain", 429, "too_many_requests"],
    ["a redirection without an address", "text/plain", 302, "url_not_accessible"],
  ])("says why it has failed: %s", async (_, type, status, code) => {
    await expect(read(await serve(type, "", status))).rejects.toMatchObject({ code });
  });

  it("gives up a chain of redirections without an end", async () => {
    const url = await serverOf((_, response) => response.writeHead(302, { location: "/" }).end());
    await expect(read(url)).rejects.toMatchObject({ code: "url_not_accessible" });
  });

  it.each(["http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://[::1]:{port}/"])(
    "refuses addresses of this machine: %s",
    async (form) => {
      const { port } = new URL(await serve("text/plain", "secret"));
      const reading = read(form.replace("{port}", port), { allowPrivate: false });
      await expect(reading).rejects.toMatchObject({ code: "url_not_allowed" });
    },
  );
});
