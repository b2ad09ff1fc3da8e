import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers, toMilliseconds, toTexts } from "../draft/members.js";
import type { Path } from "../report/item.js";
import { readBudget } from "./budget.js";
import type { Plan } from "./plan.js";
import { reliabilityReaders } from "./reliability.js";

/** Reads `litellm_settings`. */
export function readLitellmSettings(value: unknown, path: Path, draft: Draft, plan: Plan): void {
  const { notes, settings } = draft;
  const callbacks = (names: unknown, place: Path) => readCallbacks(names, place, draft);
  const noCache = (_: unknown, place: Path) =>
    notes.impossible(
      place,
      "Diglot keeps no answers. sticky: prefix uses the cache of the upstream.",
    );
  const readers: MemberReaders = {
    ...reliabilityReaders(draft, plan),
    drop_params: (drop, place) => {
      if (drop === true)
        settings.service = { ...settings.service, unsupported: { default: "warn" } };
      notes.carried(
        place,
        "service.unsupported.default: fields that an upstream lacks are left out.",
      );
    },
    request_timeout: (seconds, place) => {
      const milliseconds = toMilliseconds(seconds);
      if (milliseconds !== undefined) plan.timeout ??= milliseconds;
      notes.carried(place, "timeout.total of each model, in milliseconds.");
    },
    callbacks,
    success_callback: callbacks,
    failure_callback: callbacks,
    service_callbacks: callbacks,
    cache: noCache,
    cache_params: noCache,
    max_budget: (_, place) => readBudget(value, place, draft, pick(value, "budget_duration")),
    budget_duration: () => undefined,
    turn_off_message_logging: (_, place) =>
      notes.carried(place, "No line of the log and no span has a prompt or an output."),
    json_logs: (json, place) => {
      if (json === true) settings.log = { ...settings.log, format: "json" };
      notes.carried(place, "log.format.");
    },
    set_verbose: (verbose, place) => {
      if (verbose === true) settings.log = { ...settings.log, level: "debug" };
      notes.carried(place, "log.level.");
    },
  };
  readMembers(value, path, readers, (_, place) =>
    notes.impossible(place, "Diglot has no such setting."),
  );
}

function readCallbacks(value: unknown, path: Path, { notes, settings }: Draft): void {
  for (const [index, name] of toTexts(value).entries()) {
    const place = Array.isArray(value) ? [...path, index] : path;
    if (name === "prometheus") {
      settings.metrics = true;
      notes.changed(place, "metrics: the page /metrics, with names of its own.");
    } else if (name === "otel") {
      settings.telemetry = true;
      notes.changed(place, "telemetry: OTLP over HTTP, by the variables OTEL_EXPORTER_OTLP_….");
    } else {
      notes.impossible(
        place,
        `There is no callback ${name}. Many such services take OTLP: telemetry.`,
      );
    }
  }
}
