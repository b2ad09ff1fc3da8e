import { createInterface } from "node:readline/promises";
import type { Terminal } from "../terminal/confirm.js";
import type { Answers, InitOptions } from "./options.js";

/** What the options leave open, asked on a terminal; an empty answer takes the default. */
export async function askAnswers(
  { upstream, model, database }: InitOptions,
  { input, output }: Terminal,
): Promise<Answers> {
  if (input.isTTY !== true) return { upstream, models: model ?? [], database };
  const lines = createInterface({ input, output });
  const ended = new AbortController();
  lines.once("close", () => ended.abort());
  const ask = async (question: string) => {
    const answer = lines.question(`${question}: `, { signal: ended.signal });
    // The end of the input is an empty answer.
    return (await answer.catch(() => "")).trim();
  };
  try {
    const address = upstream ?? (await ask("Address of a server of models (none: toy models)"));
    const names =
      model ?? (address === "" ? [] : toNames(await ask("Its models that are served (all)")));
    const place =
      database ?? (await ask("Where usage is kept: a file, or postgres://… (in memory)"));
    return { upstream: address || undefined, models: names, database: place || undefined };
  } finally {
    lines.close();
  }
}

/** Names with commas or spaces between them. */
function toNames(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== "");
}
