import { describe, expect, it } from "vitest";
import { refuseUnservable } from "./refuse-unservable.js";

const refuse = (call: string) => () => refuseUnservable(call.split(" "));

describe("refuseUnservable", () => {
  it.each([
    ["/usr/local/bin/gemini -p hello", "Gemini CLI"],
    ["npx -y @google/gemini-cli@latest -p hello", "Gemini CLI"],
    ["gemini.cmd -p hello", "Gemini CLI"],
    ["bunx @google/gemini-cli", "Gemini CLI"],
    ["cursor-agent", "Cursor's agent"],
  ])("refuses %j", (call, name) => {
    expect(refuse(call)).toThrow(`diglot run cannot serve ${name}, so it was not started.`);
  });

  it.each(["claude", "codex", "node gemini", "npx my-gemini", "opencode run gemini"])(
    "lets %j begin",
    (call) => {
      expect(refuse(call)).not.toThrow();
    },
  );
});
