import { describe, expect, it } from "vitest";
import { renderWelcome } from "./welcome.js";

const text = renderWelcome({ baseUrl: "http://127.0.0.1:1", key: "it's-a-key" });

describe("renderWelcome", () => {
  it("shows the base URL and the key", () => {
    expect(text).toContain("  http://127.0.0.1:1  ");
    expect(text).toContain("  it's-a-key\n");
  });

  it("has one command for each endpoint, on a line of its own", () => {
    const commands = text.split("\n").filter((line) => line.startsWith("curl "));
    expect(commands).toHaveLength(2);
    expect(commands[0]).toContain("http://127.0.0.1:1/v1/messages ");
    expect(commands[1]).toMatch(/^curl -N http:\/\/127\.0\.0\.1:1\/v1\/chat\/completions /);
  });

  it("quotes the key for the shell", () => {
    expect(text).toContain(`'x-api-key: it'\\''s-a-key'`);
  });
});
