import { type Kind, kinds } from "../counts/kinds.ts";
import { streamReply } from "../shared/formats.ts";
import type { Core } from "../shared/project.ts";
import { requestBody, usualSize } from "../shared/requests.ts";
import type { Case } from "./case.ts";
import { exchangeWork } from "./exchanges.ts";

/** One point of a curve. */
export interface GrowthPoint {
  readonly curve: CurveName;
  readonly series: string;
  readonly x: number;
}

/** With what a cost may grow. */
export type CurveName = "deltas" | "streams" | "history" | "tools";

/** The kinds of exchanges whose growth is shown, as JSON and as streams. */
const series: Readonly<Record<string, { readonly json: string; readonly stream: string }>> = {
  relay: { json: "chat-relay", stream: "chat-relay-deltas" },
  translated: { json: "chat-messages", stream: "chat-messages-deltas" },
  "own model": { json: "messages-own", stream: "messages-own-deltas" },
};

const values: Readonly<Record<CurveName, readonly number[]>> = {
  deltas: [10, 30, 100, 300, 1_000, 3_000],
  streams: [1, 3, 10, 30, 100, 300, 1_000],
  history: [1, 5, 17, 65, 257, 1_025],
  tools: [0, 2, 8, 32, 128],
};

/** Deltas of each of many streams. */
const shortStream = 20;

/** All points, in the order of their cases. */
export const growthPoints: readonly GrowthPoint[] = (Object.keys(values) as CurveName[]).flatMap(
  (curve) =>
    Object.keys(series).flatMap((name) => values[curve].map((x) => ({ curve, series: name, x }))),
);

/** The cases of all points. What they work with is made when they are first run. */
export function growthCases(core: Core): readonly Case[] {
  return growthPoints.map((point) => {
    const name = series[point.series];
    if (!name) throw new TypeError(`There is no series "${point.series}".`);
    return makers[point.curve](core, name, point.x);
  });
}

const makers: Readonly<
  Record<CurveName, (core: Core, name: { json: string; stream: string }, x: number) => Case>
> = {
  deltas: (core, { stream }, x) => streamCase(core, kindOf(stream), 1, x),
  streams: (core, { stream }, x) => streamCase(core, kindOf(stream), x, shortStream),
  history: (core, { json }, turns) => requestCase(core, kindOf(json), { ...usualSize, turns }),
  tools: (core, { json }, tools) => requestCase(core, kindOf(json), { ...usualSize, tools }),
};

function streamCase(core: Core, kind: Kind, streams: number, deltas: number): Case {
  const work = later(() => exchangeWork(core, kind, deltas));
  const format = kind.model === "own" ? kind.caller : kind.model;
  const [delta = ""] = streamReply(format, 1).deltas;
  const json = delta.slice(delta.indexOf("{"));
  const operations = streams * deltas;
  return {
    section: "growth",
    title: kind.id,
    reference: "JSON.parse of a delta",
    operations,
    own: () => Promise.all(Array.from({ length: streams }, () => work()())),
    bare: () => {
      for (let index = 0; index < operations; index++) JSON.parse(json);
    },
  };
}

function requestCase(core: Core, kind: Kind, size: typeof usualSize): Case {
  const body = later(() => requestBody(kind.caller, false, size));
  const work = later(() => exchangeWork(core, kind, 1, size));
  return {
    section: "growth",
    title: kind.id,
    reference: "JSON.parse of the body",
    own: () => work()(),
    bare: () => JSON.parse(body()),
  };
}

function later<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function kindOf(id: string): Kind {
  const kind = kinds.find((one) => one.id === id);
  if (!kind) throw new TypeError(`There is no kind "${id}".`);
  return kind;
}
