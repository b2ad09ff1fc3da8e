import { addCallerKey } from "../draft/callers.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers, toNumber } from "../draft/members.js";
import type { Path } from "../report/item.js";

/** Reads `general_settings`. */
export function readGeneralSettings(value: unknown, path: Path, draft: Draft): void {
  const { notes, settings } = draft;
  const readers: MemberReaders = {
    master_key: (key, place) => {
      if (typeof key !== "string") return;
      addCallerKey(draft, key, place, "LITELLM_MASTER_KEY");
      notes.changed(place, "It is a key of callers, not of administrators: for those, set admin.");
    },
    database_url: (url, place) => {
      if (typeof url !== "string") return;
      settings.store = { type: "postgres", url: draft.secret(url, place, "DATABASE_URL") };
      notes.changed(
        place,
        "store: tables of its own in the same database. Keys, users and spend of LiteLLM are not read.",
      );
    },
    database_connection_pool_limit: (limit, place) => {
      notes.changed(place, `Set store.connections to ${toNumber(limit) ?? 10} if you need it.`);
    },
    global_max_parallel_requests: (limit, place) => {
      const concurrentRequests = toNumber(limit);
      if (concurrentRequests) settings.limits = { ...settings.limits, concurrentRequests };
      notes.carried(place, "limits.concurrentRequests.");
    },
    alerting: (_, place) =>
      notes.impossible(place, "Diglot sends no alerts. Set them up on /metrics or OpenTelemetry."),
    disable_spend_logs: (_, place) =>
      notes.impossible(place, "Each attempt has a row in the ledger."),
  };
  readMembers(value, path, readers, (_, place) =>
    notes.impossible(place, "Diglot has no such setting."),
  );
}
