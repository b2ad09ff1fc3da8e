import type { ModelConfig } from "../../config/types.js";
import { pick, pickList, pickText } from "../../json/pick.js";
import { type Draft, findFree } from "../draft/draft.js";
import { readMembers, toNumber } from "../draft/members.js";
import type { Path } from "../report/item.js";
import { readOptions, toSnakeCase } from "./options.js";
import { readTarget, type TargetOptions } from "./target.js";

/** A target in a group that can be served. */
interface Member {
  readonly id: string;
  readonly name: string;
  readonly weight: number;
}

/** Adds the model of a target with targets in it. The result is its id; absent: none can be served. */
export function readGroup(
  group: unknown,
  path: Path,
  { id, inherited }: TargetOptions,
  draft: Draft,
): string | undefined {
  const options = readOptions(group, path, inherited, draft);
  const mode = pickText(group, "strategy", "mode") || "single";
  const members = readTargets(group, path, { id, inherited: options }, draft);
  noteStrategy(group, [...path, "strategy"], draft);
  const served = toServed(mode, members, pick(group, "strategy", "default"));
  if (!served) {
    draft.notes.impossible(path, "None of its targets can be served.");
    return undefined;
  }
  const name = findFree(id, (one) => draft.models.some((other) => other.id === one));
  draft.models.push({ id: name, ...served });
  return name;
}

function readTargets(
  group: unknown,
  path: Path,
  { id, inherited }: TargetOptions,
  draft: Draft,
): readonly Member[] {
  const isBalanced = pickText(group, "strategy", "mode") === "loadbalance";
  return pickList(group, "targets").flatMap((target, index) => {
    const values = toSnakeCase(target);
    const place = [...path, "targets", index];
    const weight = isBalanced ? readWeight(values.weight, place, draft) : 1;
    if (weight <= 0) return [];
    const name = pickText(values, "name") || `${id}/${index + 1}`;
    const read = Array.isArray(values.targets) ? readGroup : readTarget;
    const model = read(target, place, { id: name, inherited }, draft);
    return model === undefined ? [] : [{ id: model, name, weight }];
  });
}

function readWeight(value: unknown, path: Path, { notes }: Draft): number {
  if (value === undefined) return 1;
  const weight = toNumber(value) ?? 1;
  if (weight > 0) notes.carried([...path, "weight"], "weight in balance.");
  else notes.changed(path, "A target with a weight of 0 gets no requests, so it is left out.");
  return weight;
}

type Served = Pick<ModelConfig, "fallback" | "balance">;

function toServed(mode: string, members: readonly Member[], standard: unknown): Served | undefined {
  const [first] = members;
  if (!first) return undefined;
  if (mode === "fallback") return { fallback: members.map(({ id }) => id) };
  if (mode === "loadbalance") {
    return { balance: members.map(({ id, weight }) => ({ model: id, weight })) };
  }
  const chosen = members.find(({ name }) => name === standard) ?? first;
  return { fallback: [chosen.id] };
}

function noteStrategy(group: unknown, path: Path, { notes }: Draft): void {
  const readers = {
    mode: (mode: unknown, place: Path) => {
      if (mode === "conditional") notes.impossible(place, "Diglot does not route by metadata.");
      else if (mode === "loadbalance") {
        notes.changed(place, "balance: the fewest running replies for its weight, not chance.");
      } else notes.carried(place, "fallback.");
    },
    default: (_: unknown, place: Path) => notes.carried(place, "All requests go to this target."),
    on_status_codes: (_: unknown, place: Path) =>
      notes.changed(
        place,
        "The next is asked after rates, overload, failed connections and broken replies.",
      ),
  };
  readMembers(pick(group, "strategy"), path, readers, (_, place) =>
    notes.impossible(place, "A strategy of Diglot has no such member."),
  );
}
