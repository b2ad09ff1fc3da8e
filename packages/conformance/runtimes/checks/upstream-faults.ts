import { expectBroken, expectRefusal, expectWhole } from "../../test/upstreams/outcomes.js";
import {
  type ErrorRow,
  errorsBeforeEvents,
  errorsBeforeHead,
  errorsInBand,
  errorsOfJson,
  odditiesOfAnswers,
  odditiesOfJson,
  odditiesOfStreams,
  type WholeRow,
} from "../../test/upstreams/rows.js";
import { isRelayed, jsonWays, streamWays, type Way, ways } from "../../test/upstreams/ways.js";
import type { Outcome } from "../../test/upstreams/world.js";
import { hello, type Responder, say } from "../../upstream/index.js";
import type { Check, Target } from "../check.js";
import { ask, type Endpoint } from "../client.js";
import { farModels, openUpstream } from "../with-upstream.js";

const endpointOf: Readonly<Record<Way["caller"], Endpoint>> = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
};

/** What the runtime's own `fetch` makes of an upstream, for a caller of the way. */
async function outcomeOf(
  { baseUrl }: Target,
  way: Way,
  answer: Responder,
  { origin, isSilent }: Pick<ErrorRow, "origin" | "isSilent"> = {},
): Promise<Outcome> {
  const upstream = await openUpstream();
  upstream.reply(answer);
  const address = (await origin?.()) ?? upstream.url;
  const prompt = `${address} upstream-model ${isSilent ? "soon" : "whenever"}`;
  const model = farModels[endpointOf[way.upstream]];
  const more = way.stream ? { stream: true } : {};
  const response = await ask(baseUrl, endpointOf[way.caller], model, prompt, more);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  return { way, status, headers, bytes, text: new TextDecoder().decode(bytes), rows: [] };
}

/** Rows whose bytes, or the service's own settings that end them, are not for every runtime. */
const isForHere = ({ isSlow, isSilent, replyCharacters }: ErrorRow) =>
  replyCharacters === undefined && (!isSlow || isSilent === true);

/** A row with the ways in which it is asked, and how its error is told. */
interface Case {
  readonly row: ErrorRow;
  readonly chosen: readonly Way[];
  readonly hold: typeof expectRefusal;
}

const toCases =
  (chosen: readonly Way[], hold: typeof expectRefusal) =>
  (row: ErrorRow): Case => ({
    row,
    // A relayed caller reads the upstream's own words.
    chosen: row.isUpstreamsOwn ? chosen.filter((way) => !isRelayed(way)) : chosen,
    hold,
  });

const cases = [
  ...errorsBeforeHead.map(toCases(ways, expectRefusal)),
  ...errorsOfJson.map(toCases(jsonWays, expectRefusal)),
  ...errorsBeforeEvents.map(toCases(streamWays, expectRefusal)),
  ...errorsInBand.map(toCases(streamWays, expectBroken)),
].filter(({ row }) => isForHere(row));

/** Holds what comes of a row against what it says, or against what the platform is known for. */
async function holdRow(target: Target, { row, chosen, hold }: Case): Promise<void> {
  const known = target.faultsToldAs[row.title] ?? row.kind;
  const holdOne = async (way: Way) => {
    const outcome = await outcomeOf(target, way, row.answer(way), row);
    if (known === "whole") expectWhole(outcome, "Hello");
    else if (known === "early" && outcome.status !== 200) expectRefusal(outcome, row.kind);
    else if (known === "late" && outcome.status === 504) expectRefusal(outcome, "upstream_timeout");
    else hold(outcome, known === "early" || known === "late" ? row.kind : known);
  };
  await Promise.all(chosen.map(holdOne));
}

const loud = cases.filter(({ row }) => !row.isSilent);
const silent = cases.filter(({ row }) => row.isSilent);

function toWholeChecks(
  rows: readonly WholeRow[],
  chosen: readonly Way[],
): readonly (readonly [string, Check])[] {
  return rows.map(({ title, fault }) => [
    `${title} of an upstream changes nothing`,
    async (target) => {
      const holdOne = async (way: Way) =>
        expectWhole(await outcomeOf(target, way, say(hello, fault)), "Hello");
      await Promise.all(chosen.map(holdOne));
    },
  ]);
}

/** Upstreams that fail, or are odd, behind the `fetch` of the runtime. */
export const upstreamFaultChecks: Readonly<Record<string, Check>> = Object.fromEntries([
  ...loud.map((each): readonly [string, Check] => [
    `${each.row.title} of an upstream is told as an error`,
    (target) => holdRow(target, each),
  ]),
  // All at once, because each takes its time.
  [
    "U08 J06 S09 silence of an upstream is told as an error",
    async (target: Target) => {
      await Promise.all(silent.map((each) => holdRow(target, each)));
    },
  ],
  ...toWholeChecks(odditiesOfAnswers, ways),
  ...toWholeChecks(odditiesOfJson, jsonWays),
  ...toWholeChecks(odditiesOfStreams, streamWays),
]);
