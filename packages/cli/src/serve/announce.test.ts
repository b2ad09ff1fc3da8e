import { expect, it } from "vitest";
import { announce } from "./announce.js";

const url = "http://127.0.0.1:1/inspector";
const gateway = { baseUrl: "http://127.0.0.1:1", models: ["echo"], inspector: { url } };
const link = `${url}#once=token`;
const linked = { ...gateway, inspector: { url, link } };

/** What is logged and what is written for a gateway. */
function announced(given: typeof gateway, isTTY: boolean, format?: "json" | "pretty") {
  const [logged, written]: [unknown[], string[]] = [[], []];
  const log = { info: (...words: unknown[]) => void logged.push(words) };
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  announce(given, { unknownAccounts: "refuse" }, { log, format, output: { isTTY, write } });
  return { logged, written };
}

it.each([
  ["a terminal", linked, true, undefined, 1],
  ["a terminal, pretty", linked, true, "pretty", 1],
  ["a terminal, in JSON", linked, true, "json", 0],
  ["a file", linked, false, "pretty", 0],
  ["a terminal, without a link", gateway, true, undefined, 0],
] as const)(
  "shows the link of the inspector only to a person: %s",
  (_, given, isTTY, format, shown) => {
    const { logged, written } = announced(given, isTTY, format);
    const facts = { baseUrl: "http://127.0.0.1:1", models: ["echo"], unknownAccounts: "refuse" };
    expect(logged).toEqual([["listening", { ...facts, inspector: url }]]);
    const line = `The inspector opens once, without the credential, at ${link}\n`;
    expect(written).toEqual(shown ? [line] : []);
  },
);
