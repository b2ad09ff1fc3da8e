import type { ReporterEvent } from "@diglot/core";
import { findLeaks, secretForms } from "@diglot/test-support/canaries";
import { key } from "@diglot/test-support/key";
import { describe, expect, it } from "vitest";
import { type Responder, script, text } from "../../upstream/index.js";
import { leakingErrors, leakingFaults } from "./leaking-upstreams.js";
import { isRelayed, type Way, ways } from "./ways.js";
import { ask, type Outcome, openWorld } from "./world.js";

/** The operator's credentials. Nobody may ever see them. */
const credentials = {
  "the upstream's key": "sk-canary+of/the&operator=01",
  "a header of the upstream": "gw-canary/of<the>gateway+02",
};
/** What belongs to the operator. No caller may ever see it, in any answer. */
const operators = {
  ...credentials,
  // The path of the upstreams of these tests.
  "the upstream's path": "/canary-of-the-path",
};
/** Parsers quote only a few characters of what they cannot read. */
const fragment = "c4n4ry";
const prompt = `${fragment}-of-the-prompt, said by a user`;
const output = `${fragment}-of-the-output, said by a model`;
const everything = { ...operators, "the caller's key": key, prompt, output, fragment };
/** The operator is told the address of an upstream that fails, and nothing else of these. */
const untold = { ...credentials, "the caller's key": key, prompt, output, fragment };
/** Statuses by which an upstream blames the request; its own words then go to whoever has made it. */
const blaming: readonly number[] = [400, 413];
const words = Object.values({ prompt, output, ...operators }).join(" and ");

const title = "($caller caller, $upstream upstream, streamed: $stream)";

interface Watched {
  readonly outcome: Outcome;
  readonly events: readonly ReporterEvent[];
}

/** Asks a service before an upstream that answers so, and notes what the operator is told. */
async function watch(way: Way, answer: Responder): Promise<Watched> {
  const events: ReporterEvent[] = [];
  const world = await openWorld(way, {
    upstream: {
      apiKey: operators["the upstream's key"],
      headers: { "x-gateway-token": operators["a header of the upstream"] },
    },
    service: { reporter: (event) => void events.push(event) },
  });
  world.upstream.reply(answer);
  const outcome = await ask(world, { messages: [{ role: "user", content: prompt }] });
  return { outcome, events };
}

/** All that was found where it may not be: in the answer, in what the operator is told, in the rows. */
function leaksOf({ outcome, events }: Watched): readonly unknown[] {
  const { status, headers, text, rows, way } = outcome;
  // Callers read what the upstream says of their request, in a relay of all else too, and a reply has its output.
  const isOwnAnswer = status >= 400 && !isRelayed(way) && !blaming.includes(status);
  return [
    ...findLeaks({ headers: [...headers], rows }, everything),
    ...findLeaks({ events }, untold),
    ...findLeaks({ text }, isOwnAnswer ? everything : { ...operators, "the caller's key": key }),
  ];
}

/** Holds every answer of a table against what may not leak. */
async function expectNoLeaks(way: Way, answers: Readonly<Record<string, Responder>>) {
  for (const [name, answer] of Object.entries(answers)) {
    const watched = await watch(way, answer);
    expect(watched.events).not.toEqual([]);
    expect({ name, leaks: leaksOf(watched) }).toEqual({ name, leaks: [] });
  }
}

describe("R6 nothing leaks through an upstream that breaks", () => {
  const faults = leakingFaults(script([text(output, " and more")]), words);

  it.each(ways)(`R6 whatever is wrong with its answer ${title}`, async (way) => {
    await expectNoLeaks(way, faults);
  });
});

describe("R6 nothing leaks through an upstream that refuses", () => {
  it.each(ways)(`R6 whatever its error says ${title}`, async (way) => {
    await expectNoLeaks(way, leakingErrors(way, words));
    await expectNoLeaks(way, leakingErrors(way, `${prompt} ${output}`));
  });

  it.each(ways)(`R6 however it writes a secret ${title}`, async (way) => {
    for (const secret of Object.values(operators)) {
      for (const write of Object.values(secretForms)) {
        const { 400: refused, ...others } = leakingErrors(way, `no: ${write(secret)}`);
        const inStream = others["an error after output"];
        const inJson = others["an error with status 200"];
        await expectNoLeaks(way, { refused, inStream, inJson } as Record<string, Responder>);
      }
    }
  });
});

describe("the scan of these tests", () => {
  it("finds what a relay does pass on", async () => {
    const [way] = ways.filter(isRelayed);
    if (!way) throw new Error("There is a relay.");
    const { 400: refused } = leakingErrors(way, `${prompt} ${key}`);
    const { outcome } = await watch(way, refused as Responder);
    expect(findLeaks(outcome.text, everything).map(({ secret }) => secret)).toEqual(
      expect.arrayContaining(["prompt", "the caller's key"]),
    );
  });
});
