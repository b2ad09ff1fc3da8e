import { describe, expect, it } from "vitest";
import { renderWelcome } from "./welcome.js";

const text = renderWelcome({
  baseUrl: "http://127.0.0.1:1",
  key: "it's-a-key",
  database: "ledger.sqlite",
  unknownAccounts: "unlimited",
});

describe("renderWelcome", () => {
  it("shows the base URL, the key and the file of the ledger", () => {
    expect(text).toContain("  http://127.0.0.1:1  ");
    expect(text).toContain("  it's-a-key\n");
    expect(text).toContain("  ledger.sqlite\n");
  });

  it("says what happens to accounts without a budget", () => {
    expect(text).toContain("  accounts without a budget spend without limit\n");
  });

  it("has one command for each endpoint, and one for what has been used, on a line of its own", () => {
    const commands = text.split("\n").filter((line) => line.startsWith("curl "));
    expect(commands).toHaveLength(3);
    expect(commands[0]).toContain("http://127.0.0.1:1/v1/messages ");
    expect(commands[1]).toMatch(/^curl -N http:\/\/127\.0\.0\.1:1\/v1\/chat\/completions /);
    expect(commands[2]).toMatch(/^curl 'http:\/\/127\.0\.0\.1:1\/v1\/usage\?/);
  });

  it("quotes the key for the shell", () => {
    expect(text).toContain(`'x-api-key: it'\\''s-a-key'`);
  });
});
