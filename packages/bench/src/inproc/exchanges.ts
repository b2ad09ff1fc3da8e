import type { Reporter } from "@diglot/core";
import { type Kind, kinds } from "../counts/kinds.ts";
import { subjectOf } from "../counts/subjects.ts";
import { drain } from "../shared/exchange.ts";
import { paths, streamReply } from "../shared/formats.ts";
import type { Core } from "../shared/project.ts";
import { requestBody, usualSize } from "../shared/requests.ts";
import type { Case } from "./case.ts";
import { useWebObjects } from "./web-objects.ts";

/** Deltas of each stream. */
const deltas = 200;

/** Whole exchanges without a network: the same kinds as are counted. */
export function exchangeCases(core: Core): readonly Case[] {
  return kinds.map((kind) =>
    kind.form === "json" ? jsonCase(core, kind) : streamCase(core, kind),
  );
}

function jsonCase(core: Core, kind: Kind): Case {
  const body = new TextEncoder().encode(requestBody(kind.caller, false));
  const own = exchangeWork(core, kind, 1);
  const section = "in process";
  if (!kind.web) {
    const bare = () => JSON.parse(new TextDecoder().decode(body));
    return { section, title: `handle: ${kind.title}`, reference: "JSON.parse", own, bare };
  }
  const bare = () => useWebObjects(paths[kind.caller], body);
  return { section, title: kind.title, reference: "the Web objects", own, bare };
}

function streamCase(core: Core, kind: Kind): Case {
  const format = kind.model === "own" ? kind.caller : kind.model;
  const [delta = ""] = streamReply(format, 1).deltas;
  const json = delta.slice(delta.indexOf("{"));
  return {
    section: "in process, one delta",
    title: kind.title,
    reference: "JSON.parse of a delta",
    operations: deltas,
    own: exchangeWork(core, kind, deltas),
    bare: () => {
      for (let index = 0; index < deltas; index++) JSON.parse(json);
    },
  };
}

/** Serves one exchange and reads its answer. */
export function exchangeWork(
  core: Core,
  kind: Kind,
  count: number,
  size = usualSize,
  reporter?: Reporter,
) {
  const subject = subjectOf(core, kind, count, undefined, size, reporter);
  return async (): Promise<void> => {
    const answer = await subject()();
    if (answer instanceof Response) await answer.arrayBuffer();
    else await drain(answer);
  };
}
