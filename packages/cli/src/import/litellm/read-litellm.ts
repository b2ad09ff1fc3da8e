import { isObject } from "../../json/is-object.js";
import { pickList } from "../../json/pick.js";
import { requireCallerKey } from "../draft/callers.js";
import { createDraft, type Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers } from "../draft/members.js";
import { readDeployment } from "./deployment.js";
import { readGeneralSettings } from "./general-settings.js";
import { addGroups } from "./groups.js";
import { readLitellmSettings } from "./litellm-settings.js";
import { createPlan } from "./plan.js";
import { readLitellmReferences } from "./references.js";
import { readRouterSettings } from "./router-settings.js";

/** Makes a config of the `config.yaml` of a LiteLLM proxy. */
export function readLitellm(value: unknown): Draft {
  const draft = createDraft(value, readLitellmReferences);
  const plan = createPlan();
  const readers: MemberReaders = {
    model_list: (_, path) => {
      for (const [index, entry] of pickList(value, "model_list").entries())
        readDeployment(entry, [...path, index], draft, plan);
    },
    router_settings: (settings, path) => readRouterSettings(settings, path, draft, plan),
    litellm_settings: (settings, path) => readLitellmSettings(settings, path, draft, plan),
    general_settings: (settings, path) => readGeneralSettings(settings, path, draft),
    environment_variables: (variables, path) => {
      for (const name of Object.keys(isObject(variables) ? variables : {}))
        draft.notes.changed(
          [...path, name],
          "A config of Diglot sets no variables. Set it before the start.",
        );
    },
  };
  readMembers(value, [], readers, (_, path) =>
    draft.notes.impossible(path, "Diglot has nothing of this kind."),
  );
  addGroups(draft, plan);
  requireCallerKey(draft, "LiteLLM");
  return draft;
}
