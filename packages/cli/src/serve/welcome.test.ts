import { describe, expect, it } from "vitest";
import { renderWelcome, type Welcome } from "./welcome.js";

const welcome: Welcome = {
  baseUrl: "http://127.0.0.1:1",
  key: "it's-a-key",
  models: ["eliza", "echo"],
  isEmbedded: true,
};
const text = renderWelcome(welcome);

describe("renderWelcome", () => {
  it("shows both base URLs, the key, the models and where usage is kept", () => {
    expect(text).toContain("  Messages          http://127.0.0.1:1\n");
    expect(text).toContain("  Chat Completions  http://127.0.0.1:1/v1\n");
    expect(text).toContain("  Responses         http://127.0.0.1:1/v1\n");
    expect(text).toContain("  Key               it's-a-key\n");
    expect(text).toContain("  Models            eliza, echo\n");
    expect(text).toContain("  Usage             in memory, until this ends");
  });

  it("says where the inspector is, by its link if there is one, and how to turn it on", () => {
    const url = "http://127.0.0.1:1/inspector";
    expect(text).toContain("  Inspector         off (--admin-credential turns it on)\n");
    expect(renderWelcome({ ...welcome, inspector: { url } })).toContain(
      `  Inspector         ${url}\n`,
    );
    const link = `${url}#once=token`;
    expect(renderWelcome({ ...welcome, inspector: { url, link } })).toContain(
      `  Inspector         ${link} (opens once, without the credential, within 10 minutes)\n`,
    );
  });

  it("has the variables of tools and SDKs, ready to be pasted", () => {
    const lines = text.split("\n").filter((line) => line.startsWith("export "));
    expect(lines).toEqual([
      "export ANTHROPIC_BASE_URL=http://127.0.0.1:1",
      "export ANTHROPIC_AUTH_TOKEN='it'\\''s-a-key'",
      "export ANTHROPIC_MODEL=eliza",
      "export ANTHROPIC_SMALL_FAST_MODEL=eliza",
      "export OPENAI_BASE_URL=http://127.0.0.1:1/v1",
      "export OPENAI_API_KEY='it'\\''s-a-key'",
      "export OPENAI_MODEL=eliza",
    ]);
  });

  it("has one command for each endpoint, and one for what has been used, on a line of its own", () => {
    const commands = text.split("\n").filter((line) => line.startsWith("curl "));
    expect(commands).toHaveLength(3);
    expect(commands[0]).toContain("http://127.0.0.1:1/v1/messages ");
    expect(commands[1]).toMatch(/^curl -N http:\/\/127\.0\.0\.1:1\/v1\/chat\/completions /);
    expect(commands[2]).toMatch(/^curl 'http:\/\/127\.0\.0\.1:1\/v1\/usage\?/);
  });

  it("asks the embedded model what it has an answer to, and others what they all know", () => {
    expect(text).toContain("I am unhappy.");
    const real = renderWelcome({ ...welcome, isEmbedded: false });
    expect(real).toContain("What is the capital of France?");
    expect(real).not.toMatch(/unhappy|mother/);
  });

  it("quotes the key for the shell", () => {
    expect(text).toContain(`'x-api-key: it'\\''s-a-key'`);
  });

  it("names the first of many models", () => {
    const models = Array.from({ length: 12 }, (_, index) => `model-${index}`);
    expect(renderWelcome({ ...welcome, models })).toContain(
      "model-7 and 4 more (GET /v1/models)\n",
    );
  });

  it("hides the password of a database", () => {
    const database = "postgres://me:canary@host/usage";
    const shown = renderWelcome({ ...welcome, database });
    expect(shown).toContain("postgres://me:***@host/usage");
    expect(shown).not.toContain("canary");
  });
});
