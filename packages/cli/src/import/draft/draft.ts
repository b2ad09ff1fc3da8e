import type { GatewayConfig, ModelConfig, UpstreamConfig } from "../../config/types.js";
import { createNotes, type Notes, type Path } from "../report/item.js";
import { createVariables, looksSecret, toLiteral, toName, type Variables } from "./variables.js";

/** A text of the file in which references to the environment are ours. */
export interface ReadText {
  readonly text: string;
  /** The variables that it names. */
  readonly names: readonly string[];
}

/** How a kind of file refers to the environment. */
export type ReadReferences = (text: string) => ReadText;

/** What all but models and upstreams is made of. */
export type Settings = { -readonly [Name in keyof GatewayConfig]: GatewayConfig[Name] };

/** A config that was made of a file; all its models are data. */
export interface DraftConfig extends Omit<GatewayConfig, "models"> {
  readonly models: readonly ModelConfig[];
}

/** A config that is being made of a file. */
export interface Draft {
  readonly notes: Notes;
  readonly variables: Variables;
  /** Everything but upstreams and models. */
  readonly settings: Settings;
  readonly models: ModelConfig[];
  /** The name of an upstream; one that is the same has one name. */
  addUpstream(wanted: string, upstream: UpstreamConfig): string;
  /** A text without secrets: references become ours, and what looks like a credential becomes one. */
  text(value: string, path: Path, wanted: string): string;
  /** A reference in the place of a secret, with a note. */
  secret(value: string, path: Path, wanted: string): string;
  /** The whole config. */
  toConfig(): DraftConfig;
}

/** Begins a config. @param value the file, in which names of variables are looked for first */
export function createDraft(value: unknown, readReferences: ReadReferences): Draft {
  const notes = createNotes();
  const variables = createVariables(new Set(listNames(value, readReferences)));
  const upstreams = new Map<string, UpstreamConfig>();
  const models: ModelConfig[] = [];
  const settings: Settings = {};

  const readText = (value: string, holds: string): string | undefined => {
    const { text, names } = readReferences(value);
    for (const name of names) variables.use(name, holds);
    return names.length > 0 ? text : undefined;
  };
  const secret: Draft["secret"] = (value, path, wanted) => {
    const holds = `the value of ${path.join(".")} in the file`;
    const read = readText(value, holds);
    if (read !== undefined) {
      notes.carried(path, "The value comes from the environment.");
      return read;
    }
    const reference = variables.replace(value, wanted, holds);
    notes.changed(path, `The secret is not copied. Set the variable ${toName(reference)} to it.`);
    return reference;
  };
  return {
    notes,
    variables,
    settings,
    models,
    addUpstream(wanted, upstream) {
      const same = findSame(upstreams, upstream);
      const name = same ?? findFree(wanted, (one) => upstreams.has(one));
      upstreams.set(name, upstream);
      return name;
    },
    text(value, path, wanted) {
      const read = readText(value, `the value of ${path.join(".")} in the file`);
      if (read !== undefined) return read;
      return looksSecret(value) ? secret(value, path, wanted) : toLiteral(value);
    },
    secret,
    toConfig: () => ({ ...settings, upstreams: Object.fromEntries(upstreams), models }),
  };
}

/** The names of all variables that a file refers to. */
function listNames(value: unknown, readReferences: ReadReferences): readonly string[] {
  if (typeof value === "string") return readReferences(value).names;
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => listNames(member, readReferences));
}

function findSame(all: ReadonlyMap<string, UpstreamConfig>, one: UpstreamConfig) {
  const wanted = JSON.stringify(one);
  return [...all].find(([, other]) => JSON.stringify(other) === wanted)?.[0];
}

/** The name itself, or with the first number from 2 that is free. */
export function findFree(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}
