import { createRedactor } from "@diglot/core/redaction";
import { checkTurn, type TurnParts } from "@diglot/testing";
import { isObject } from "../../json/is-object.js";
import { pick, pickList } from "../../json/pick.js";
import { readMembers } from "../draft/members.js";
import { createNotes, type Notes, type Path } from "../report/item.js";
import { toConditions } from "./conditions.js";
import { indent, renderScript } from "./render-script.js";
import { toTurn } from "./turn.js";

/** A script that was made of fixtures. */
export interface ReadFixtures {
  readonly notes: Notes;
  /** A module for `diglot fake`. */
  readonly script: string;
}

/** Makes a script of a fake of the fixtures of aimock. */
export function readAimock(value: unknown): ReadFixtures {
  const notes = createNotes();
  readMembers(value, [], { fixtures: () => undefined }, (_, path) =>
    notes.impossible(path, "A script has no such member."),
  );
  const matchers = pickList(value, "fixtures").flatMap((fixture, index) =>
    readFixture(fixture, ["fixtures", index], notes),
  );
  return { notes, script: renderScript(matchers) };
}

function readFixture(fixture: unknown, path: Path, notes: Notes): readonly string[] {
  const turn = toTurn(pick(fixture, "response"), [...path, "response"], notes);
  const conditions = turn && toConditions(pick(fixture, "match"), [...path, "match"], notes);
  noteTiming(fixture, path, notes);
  if (!turn || !conditions || !isValid(turn, [...path, "response"], notes)) return [];
  const text = redact(JSON.stringify(turn, undefined, 2), [...path, "response"], notes);
  notes.carried(path, "A matcher of the fake.");
  return [`fake.when(\n  (request) => ${conditions.join(" &&\n    ")},\n  ${indent(text)},\n);\n`];
}

function isValid(turn: TurnParts, path: Path, notes: Notes): boolean {
  try {
    checkTurn(turn, "turn");
    return true;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    notes.impossible(path, `The fixture is left out. ${cause.message}`);
    return false;
  }
}

/** What looks like a credential is not written into a script, which is usually committed. */
function redact(text: string, path: Path, notes: Notes): string {
  const redacted = createRedactor([]).text(text);
  if (redacted !== text) notes.changed(path, "A text that looks like a credential is blacked out.");
  return redacted;
}

function noteTiming(fixture: unknown, path: Path, notes: Notes): void {
  const silent = () => undefined;
  const timing = "Time is not imitated. A turn takes faults such as trickle and stall.";
  const names = Object.keys(isObject(fixture) ? fixture : {});
  const known = ["latency", "streamingProfile", "recordedTimings", "replaySpeed", "chunkSize"];
  for (const name of names.filter((one) => known.includes(one))) {
    notes.impossible([...path, name], timing);
  }
  const readers = Object.fromEntries(["match", "response", ...known].map((one) => [one, silent]));
  readMembers(fixture, path, readers, (_, place) =>
    notes.impossible(place, "Write it as fault of the turn, such as cut, reset or garbage."),
  );
}
