import type { ReporterEvent } from "@diglot/core";
import { findLeaks } from "@diglot/test-support/canaries";
import { endpoints, type FormatName, formatNames, headersOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { hello, say } from "../../upstream/index.js";
import { openWorld } from "./world.js";

const secrets = {
  "a wrong key": "sk-wrong+key/of&somebody=01",
  prompt: "c4n4ry of a prompt, said by a user",
  // Parsers quote only a few characters of what they cannot read.
  fragment: "c4n4ry",
};
const { prompt } = secrets;

/** Bodies that are refused, with a prompt in them, by what is wrong. */
const bodies: Readonly<Record<string, string>> = {
  "a text": prompt,
  "a JSON text": JSON.stringify(prompt),
  "cut JSON": `{"model":"fronted","messages":[{"role":"user","content":"${prompt}`,
  "a comma too many": `{"model":"fronted","messages":"${prompt}",}`,
  "a prompt where no string may be": `{"a":${prompt}}`,
  "messages that are a text": JSON.stringify({ model: "fronted", messages: prompt }),
  "an unknown role": JSON.stringify({
    model: "fronted",
    max_tokens: 9,
    messages: [{ role: prompt, content: "hi" }],
  }),
  "a limit that is a text": JSON.stringify({
    model: "fronted",
    max_tokens: prompt,
    messages: [{ role: "user", content: prompt }],
  }),
  "content of an unknown type": JSON.stringify({
    model: "fronted",
    max_tokens: 9,
    messages: [{ role: "user", content: [{ type: prompt, text: prompt }] }],
  }),
  "too deep": `${'{"a":'.repeat(300)}"${prompt}"${"}".repeat(300)}`,
};

const pairs = formatNames.flatMap((caller) =>
  formatNames.map((upstream) => ({ caller, upstream, stream: false })),
);

async function reportsOf(
  way: (typeof pairs)[number],
  init: { readonly body: string; readonly headers?: Readonly<Record<string, string>> },
) {
  const events: ReporterEvent[] = [];
  const world = await openWorld(way, {
    service: { reporter: (event) => void events.push(event) },
  });
  world.upstream.reply(say(hello));
  const headers = init.headers ?? headersOf(way.caller);
  const { path } = endpoints[way.caller];
  const response = await world.service.request(path, { method: "POST", ...init, headers });
  return { status: response.status, text: await response.text(), events };
}

describe.each(pairs)("R6 a refused request ($caller caller, $upstream upstream)", (way) => {
  it.each(Object.entries(bodies))(
    "B02 leaves no prompt in what is reported: %s",
    async (_name, body) => {
      const { events, text } = await reportsOf(way, { body });
      expect(events).not.toEqual([]);
      expect(findLeaks(events, secrets)).toEqual([]);
      expect(text).not.toContain(secrets["a wrong key"]);
    },
  );
});

const wrong = secrets["a wrong key"];

describe.each<FormatName>(formatNames)("R6 a key that nobody has, in %s", (caller) => {
  it.each<Readonly<Record<string, string>>>([
    headersOf(caller, wrong),
    { "content-type": "application/json", authorization: `Basic ${btoa(`:${wrong}`)}` },
    { "content-type": "application/json", "api-key": wrong },
    { "content-type": "application/json", authorization: wrong },
    { ...headersOf(caller, `${wrong},${wrong}x`) },
  ])("H13 is in no answer and no report", async (headers) => {
    const body = JSON.stringify(endpoints[caller].body);
    const way = { caller, upstream: caller, stream: false };
    const { status, text, events } = await reportsOf(way, { body, headers });
    expect(status).toBe(401);
    expect(findLeaks({ text, events }, { wrong, ends: "sk-wrong", end: "somebody" })).toEqual([]);
  });
});
