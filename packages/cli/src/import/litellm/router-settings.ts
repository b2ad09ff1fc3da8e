import { isObject } from "../../json/is-object.js";
import { pick, pickText } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { readMembers, toMilliseconds, toNumber } from "../draft/members.js";
import type { Path } from "../report/item.js";
import type { Plan } from "./plan.js";
import { reliabilityReaders } from "./reliability.js";

const strategies: Readonly<Record<string, string>> = {
  "simple-shuffle":
    "Diglot asks the model with the fewest running replies for its weight, not one at random.",
  "least-busy": "Diglot does this, and takes weights into account.",
};

/** Reads `router_settings`. */
export function readRouterSettings(value: unknown, path: Path, draft: Draft, plan: Plan): void {
  const { notes } = draft;
  const readers = {
    ...reliabilityReaders(draft, plan),
    model_group_alias: (aliases: unknown, place: Path) => readAliases(aliases, place, plan),
    routing_strategy: (strategy: unknown, place: Path) => {
      const known = typeof strategy === "string" ? strategies[strategy] : undefined;
      if (strategy === "least-busy") notes.carried(place, known ?? "");
      else if (known) notes.changed(place, known);
      else notes.impossible(place, "Diglot balances by running replies and weights only.");
    },
    timeout: (seconds: unknown, place: Path) => {
      plan.timeout = toMilliseconds(seconds) ?? plan.timeout ?? 600_000;
      notes.carried(place, "timeout.total of each model, in milliseconds.");
    },
    cooldown_time: (seconds: unknown, place: Path) => {
      plan.health = { ...plan.health, setAside: toMilliseconds(seconds) ?? 0 };
      notes.carried(place, "health.setAside of models that balance, in milliseconds.");
    },
    allowed_fails: (fails: unknown, place: Path) => readAllowedFails(fails, place, draft, plan),
  };
  readMembers(value, path, readers, (_, place) => notes.impossible(place, adviseOn(place)));
}

/** LiteLLM counts failures in a minute; the one after those that are allowed sets the model aside. */
function readAllowedFails(fails: unknown, path: Path, draft: Draft, plan: Plan): void {
  const allowed = toNumber(fails);
  if (allowed === undefined) return;
  plan.health = { ...plan.health, failures: Math.max(1, Math.round(allowed) + 1) };
  draft.notes.changed(
    path,
    "health.failures of models that balance. It counts failures in a row, not in a minute.",
  );
}

function readAliases(value: unknown, path: Path, plan: Plan): void {
  for (const [alias, entry] of Object.entries(isObject(value) ? value : {})) {
    const group = typeof entry === "string" ? entry : pickText(entry, "model");
    const hidden = pick(entry, "hidden") === true;
    plan.aliases.push({ alias, group, path: [...path, alias], hidden });
  }
}

function adviseOn(path: Path): string {
  const name = String(path.at(-1));
  if (name.startsWith("redis")) {
    return "Each process balances by itself. limits.redis counts requests and tokens for all of them.";
  }
  return "Routing has no such setting.";
}
