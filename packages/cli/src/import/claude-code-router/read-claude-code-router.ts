import { pickList } from "../../json/pick.js";
import { requireCallerKey } from "../draft/callers.js";
import { createDraft, type Draft } from "../draft/draft.js";
import { readMembers } from "../draft/members.js";
import { readProvider } from "./provider.js";
import { readRouterReferences } from "./references.js";
import { readRoutes } from "./routes.js";
import { settingReaders } from "./settings.js";

/** Makes a config of the `config.json` of claude-code-router, as its versions 1 and 2 have it. */
export function readClaudeCodeRouter(value: unknown): Draft {
  const draft = createDraft(value, readRouterReferences);
  const readers = {
    ...settingReaders(draft),
    Providers: (_: unknown, path: readonly (string | number)[]) => {
      for (const [index, provider] of pickList(value, "Providers").entries())
        readProvider(provider, [...path, index], draft);
    },
    // Routes need the models of all providers, wherever they are in the file.
    Router: () => undefined,
    fallback: () => undefined,
  };
  readMembers(value, [], readers, (_, path) =>
    draft.notes.impossible(path, "Diglot has no such setting."),
  );
  readRoutes(value, draft);
  requireCallerKey(draft, "claude-code-router");
  return draft;
}
