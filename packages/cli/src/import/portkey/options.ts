import type { TimeoutConfig, UpstreamConfig } from "../../config/types.js";
import { isObject } from "../../json/is-object.js";
import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers, toNumber } from "../draft/members.js";
import type { Path } from "../report/item.js";

/** What a target passes on to the targets in it. */
export interface Inherited {
  readonly retries?: number;
  readonly timeout?: TimeoutConfig;
  readonly model?: string;
  readonly address?: string;
}

/** A target with the names of its members as they are in files, such as `api_key` for `apiKey`. */
export function toSnakeCase(target: unknown): Readonly<Record<string, unknown>> {
  const members = Object.entries(isObject(target) ? target : {});
  return Object.fromEntries(members.map(([name, value]) => [toSnake(name), value]));
}

/** Where a member is, whichever spelling the file has. */
export function placeOf(target: unknown, path: Path, name: string): Path {
  const spelt = Object.keys(isObject(target) ? target : {}).find((one) => toSnake(one) === name);
  return [...path, spelt ?? name];
}

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a target says of itself and of those in it, on top of what it inherits. Every member is noted. */
export function readOptions(
  target: unknown,
  path: Path,
  inherited: Inherited,
  draft: Draft,
): Inherited {
  const values = toSnakeCase(target);
  const retries = toNumber(pick(values.retry, "attempts"));
  const firstEvent = toNumber(values.request_timeout);
  const model = pick(values.override_params, "model");
  const host = values.custom_host;
  const readers = optionReaders(draft);
  // A member is read by its name in files, and noted under the name that it has.
  const bySpelling = Object.fromEntries(
    Object.keys(isObject(target) ? target : {}).flatMap((name) => {
      const reader = readers[toSnake(name)];
      return reader ? [[name, reader]] : [];
    }),
  );
  readMembers(target, path, bySpelling, (_, place) =>
    draft.notes.impossible(place, adviseOn(String(place.at(-1)))),
  );
  return {
    ...inherited,
    ...(retries !== undefined && { retries }),
    ...(firstEvent !== undefined && firstEvent > 0 && { timeout: { firstEvent } }),
    ...(typeof model === "string" && { model }),
    ...(typeof host === "string" && {
      address: draft.text(host, placeOf(target, path, "custom_host"), "UPSTREAM_BASE_URL"),
    }),
  };
}

function optionReaders(draft: Draft): MemberReaders {
  const { notes } = draft;
  const elsewhere = () => undefined;
  const names = ["strategy", "targets", "provider", "api_key", "virtual_key", "weight", "name"];
  return {
    ...Object.fromEntries(names.map((name) => [name, elsewhere])),
    ...azureAndHeaders(draft),
    retry: (retry, path) => readRetry(retry, path, draft),
    cache: (_, path) =>
      notes.impossible(
        path,
        "Diglot keeps no answers. sticky: prefix uses the cache of the upstream.",
      ),
    request_timeout: (_, path) => notes.carried(path, "timeout.firstEvent of the model."),
    custom_host: (_, path) => notes.carried(path, "baseUrl of the upstream."),
    override_params: (parameters, path) => {
      const readers = { model: (_: unknown, place: Path) => notes.carried(place, "The model.") };
      readMembers(parameters, path, readers, (_, place) =>
        notes.impossible(place, "Diglot sets no parameters of requests. Callers set them."),
      );
    },
    strict_open_ai_compliance: (strict, path) => {
      if (strict === true) draft.settings.service = { chatCompletions: { reasoning: "omit" } };
      notes.carried(path, "service.chatCompletions.reasoning.");
    },
  };
}

function azureAndHeaders({ notes }: Draft): MemberReaders {
  const header = (_: unknown, path: Path) => notes.carried(path, "A header of the upstream.");
  return {
    openai_organization: header,
    openai_project: header,
    anthropic_beta: header,
    resource_name: (_, path) => notes.carried(path, "baseUrl of the upstream."),
    deployment_id: (_, path) => notes.carried(path, "The model."),
    api_version: (_, path) =>
      notes.changed(path, "Left out. The address of Azure that is used needs no version."),
  };
}

function readRetry(retry: unknown, path: Path, { notes }: Draft): void {
  const readers: MemberReaders = {
    attempts: (_, place) => notes.carried(place, "retry.retries of the model."),
    on_status_codes: (_, place) =>
      notes.changed(place, "Retried are rates, overload, failed connections and broken replies."),
    use_retry_after_header: (use, place) => {
      if (use === true) notes.carried(place, "retry-after is always heeded.");
      else notes.changed(place, "retry-after is always heeded.");
    },
  };
  readMembers(retry, path, readers, (_, place) =>
    notes.impossible(place, "A retry has no such member."),
  );
}

/** The headers of an upstream, by the members of a target. */
export function toHeaders(
  target: unknown,
  path: Path,
  draft: Draft,
): NonNullable<UpstreamConfig["headers"]> {
  const values = toSnakeCase(target);
  const names = ["openai_organization", "openai_project", "anthropic_beta"];
  const given = names.flatMap((name) => {
    const value = values[name];
    if (typeof value !== "string") return [];
    return [
      [name.replaceAll("_", "-"), draft.text(value, placeOf(target, path, name), name)] as const,
    ];
  });
  return Object.fromEntries(given);
}

function adviseOn(name: string): string {
  if (/guardrail|hook/i.test(name)) return "Diglot has no guardrails.";
  if (/^forward/i.test(name)) return "Headers of callers are not passed on.";
  return "Diglot has no such setting.";
}
