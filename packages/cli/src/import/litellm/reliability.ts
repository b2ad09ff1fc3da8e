import { isObject } from "../../json/is-object.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, toNumber, toTexts } from "../draft/members.js";
import type { Path } from "../report/item.js";
import type { Plan } from "./plan.js";

/** Settings that may be in `router_settings` as well as in `litellm_settings`. */
export function reliabilityReaders({ notes }: Draft, plan: Plan): MemberReaders {
  return {
    num_retries: (value, path) => {
      const retries = toNumber(value);
      if (retries === undefined) return;
      plan.retries = retries;
      notes.carried(path, "retry.retries of each model.");
    },
    fallbacks: (value, path) => readFallbacks(value, path, plan),
    default_fallbacks: (value, path) => {
      plan.defaultFallbacks = toTexts(value);
      notes.carried(path, "fallback of each model that has none of its own.");
    },
    context_window_fallbacks: (_, path) =>
      notes.impossible(path, "A request that is too long is refused. No other model is asked."),
    content_policy_fallbacks: (_, path) =>
      notes.impossible(path, "A refusal is an answer. No other model is asked."),
    retry_policy: (_, path) =>
      notes.impossible(
        path,
        "Retries have one number. The kind of error decides whether there are any.",
      ),
  };
}

/** A list of objects, each with the names of groups and those that follow them. */
function readFallbacks(value: unknown, path: Path, plan: Plan): void {
  const list = Array.isArray(value) ? value : [];
  for (const [index, entry] of list.entries()) {
    for (const [group, to] of Object.entries(isObject(entry) ? entry : {})) {
      plan.fallbacks.push({ group, to: toTexts(to), path: [...path, index, group] });
    }
  }
}
