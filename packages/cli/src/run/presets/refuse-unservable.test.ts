import { describe, expect, it } from "vitest";
import { refuseUnservable } from "./refuse-unservable.js";

const refuse = (call: string) => () => refuseUnservable(call.split(" "));

describe("refuseUnservable", () => {
  it.each([
    ["codex", "Codex"],
    ["/usr/local/bin/codex exec hello", "Codex"],
    ["npx -y @openai/codex@latest exec hello", "Codex"],
    ["gemini.cmd -p hello", "Gemini CLI"],
    ["bunx @google/gemini-cli", "Gemini CLI"],
    ["cursor-agent", "Cursor's agent"],
  ])("refuses %j", (call, name) => {
    expect(refuse(call)).toThrow(`diglot run cannot serve ${name}, so it was not started.`);
  });

  it.each(["claude", "node codex", "npx my-codex", "opencode run codex"])(
    "lets %j begin",
    (call) => {
      expect(refuse(call)).not.toThrow();
    },
  );
});
