import { type Rule, rules, toRequest } from "@diglot/testing/rules";
import { describe, expect, it } from "vitest";
import { compileSamples, type OfficialType, type TypedSample } from "./compile-samples.js";
import { isSamePlace, placeOf } from "./place-of.js";

/** A sample's body as values of official types; none if it is no body of such a request. */
interface Case {
  readonly rule: Rule;
  readonly role: "taken" | "refused";
  readonly samples: readonly TypedSample[];
}

/** What is taken although no official type does, and why. */
const takenWithoutType: Readonly<Record<string, string>> = {
  "messages/beta-field/tags": "The clients do not declare this beta yet.",
  "chat-completions/null-parameters":
    "The types have no null for `tools`, where the service is said to take it.",
};

/** Groups that types cannot hold, and why. */
const beyondTypes: Readonly<Record<string, string>> = {
  Order: "Every sample has two faults, and types do not say which of them is found first.",
};

async function toCase(rule: Rule, role: Case["role"]): Promise<Case> {
  const request = toRequest(rule.profile, rule[role]);
  const value = parse(request.method === "POST" ? await request.text() : "");
  const types = value === undefined ? [] : typesOf(rule.profile, request);
  return { rule, role, samples: types.map((type) => ({ type, value })) };
}

function typesOf(profile: Rule["profile"], { headers, url }: Request): readonly OfficialType[] {
  if (profile === "responses") return ["responses"];
  if (profile === "chatCompletions") return ["chat"];
  const purpose = url.endsWith("/count_tokens") ? "count" : "create";
  const name = headers.get("anthropic-beta") ? (`${purpose}Beta` as const) : purpose;
  const isNew = headers.get("anthropic-version") === "2026-10-21";
  return isNew ? [`${name}1`] : [`${name}0`, `${name}1`];
}

/** A body without what is only long: types know no lengths. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => {
      if (Array.isArray(value)) return value.slice(0, 10);
      return typeof value === "string" ? value.slice(0, 100) : value;
    });
  } catch {
    return undefined;
  }
}

const cases = await Promise.all(
  rules.flatMap((rule) => [toCase(rule, "taken"), toCase(rule, "refused")]),
);
const samples = cases.flatMap((each) => each.samples);
const places = compileSamples(samples);
const refusedPlaces = new Map(samples.map((sample, index) => [sample, places[index] ?? []]));

/** The official types that refuse a sample of a rule, each with the places. */
function verdictsOf(rule: Rule, role: Case["role"]): ReadonlyMap<OfficialType, readonly string[]> {
  const found = cases.find((each) => each.rule === rule && each.role === role);
  return new Map(found?.samples.map((sample) => [sample.type, refusedPlaces.get(sample) ?? []]));
}

function isTaken(rule: Rule): boolean {
  const verdicts = [...verdictsOf(rule, "taken").values()];
  return verdicts.length === 0 || verdicts.some((found) => found.length === 0);
}

/**
 * Whether the types hold a rule: they refuse its sample, at the place that its refusal names. A type
 * that knows not even the neighbour, such as that of a client without `temperature`, says nothing.
 */
function isHeld(rule: Rule): boolean {
  if (takenWithoutType[rule.id] || beyondTypes[rule.group]) return false;
  const taken = verdictsOf(rule, "taken");
  const refused = verdictsOf(rule, "refused");
  const hasSameTypes = [...taken.keys()].join() === [...refused.keys()].join();
  const said = [...refused].filter(([type]) => !hasSameTypes || !taken.get(type)?.length);
  const body = bodyOf(rule);
  const place = placeOf(rule, body);
  if (place === undefined || said.length === 0) return false;
  return said.every(([, found]) => found.some((each) => isSamePlace(each, place, body)));
}

function bodyOf(rule: Rule): unknown {
  return cases.find((each) => each.rule === rule && each.role === "refused")?.samples[0]?.value;
}

describe("the types of the official clients", () => {
  it("take the neighbour of every rule, with exceptions that have a reason", () => {
    const refused = rules.filter((rule) => !isTaken(rule)).map(({ id }) => id);
    expect(refused.sort()).toEqual(Object.keys(takenWithoutType).sort());
  });

  it("refuse the samples of the rules that say so, at the place that the refusal names, and of no others", () => {
    const marked = rules.filter(({ source }) => source.evidence.includes("sdk-types"));
    const held = rules.filter(isHeld);
    expect(marked.map(({ id }) => id)).toEqual(held.map(({ id }) => id));
  });

  it("are asked about nearly every rule", () => {
    const asked = cases.filter((each) => each.role === "refused" && each.samples.length > 0);
    expect(asked.length).toBeGreaterThan(rules.length - 20);
  });
});
