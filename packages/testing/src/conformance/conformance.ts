import { checks as optionChecks } from "@diglot/core";
import { formatNames } from "../common/formats.js";
import { isText } from "../common/kinds.js";
import { messageOf } from "../common/message-of.js";
import { chatCompletionsChecks } from "./chat-completions/index.js";
import type { Check } from "./check.js";
import { type CheckedFormat, checkedFormats } from "./formats.js";
import { messagesChecks } from "./messages/index.js";
import { createProbe } from "./probing/create-probe.js";
import type { Probe, Target } from "./probing/probe.js";
import { Skipped } from "./probing/skipped.js";
import type { CheckResult, ConformanceReport } from "./report/report.js";
import { responsesChecks } from "./responses/index.js";
import { strictChecks } from "./strict-checks.js";
import { maskKey } from "./target/mask-key.js";
import { reachModels } from "./target/reach.js";

/** Options of `conformance`. */
export interface ConformanceOptions {
  /** The ids (`M019`; `C081` with all its letters) or capabilities to check. @default all of them */
  readonly only?: readonly string[] | undefined;
  /** The ids or capabilities not to check, such as known failures. @default none */
  readonly except?: readonly string[] | undefined;
  /**
   * `strict` expects the server to refuse all that the real services refuse; `lenient` leaves out the refusals
   * that a gateway may leave to its upstream. @default "strict"
   */
  readonly profile?: "strict" | "lenient" | undefined;
  /** How many checks may run at a time. @default 4 */
  readonly concurrency?: number | undefined;
  /** Called with each result as it comes, in the order of the answers. */
  readonly onResult?: ((result: CheckResult, progress: ConformanceProgress) => void) | undefined;
}

/** How far a run has come. */
export interface ConformanceProgress {
  /** How many results there are, the one that is reported included. */
  readonly done: number;
  /** How many there will be. */
  readonly total: number;
}

/** All checks, of all formats. */
export const checks: readonly Check[] = [
  ...messagesChecks,
  ...chatCompletionsChecks,
  ...responsesChecks,
];

const { callback, checkOptions, either, is, isHidden, listOf, members, name, oneOf, positive } =
  optionChecks;

const validTarget = members<Target>({
  baseUrl: {
    required: isHidden('an address without "/v1", such as "http://127.0.0.1:4000"', isAddress),
  },
  apiKey: isHidden("a string", isText),
  model: either(
    isText,
    name,
    members<Partial<Record<CheckedFormat, string>>>({
      messages: name,
      responses: name,
      "chat-completions": name,
    }),
  ),
  formats: listOf(oneOf(...checkedFormats), 1),
  fetch: callback,
  timeout: positive,
});

const validNames = listOf(
  is("the id of a check or a capability", (value) =>
    checks.some((check) => isText(value) && isCalled(check, value)),
  ),
);

const validOptions = members<ConformanceOptions>({
  only: validNames,
  except: validNames,
  profile: oneOf("strict", "lenient"),
  concurrency: optionChecks.size,
  onResult: callback,
});

/**
 * Checks a server against the requirements of the formats that it speaks, over HTTP, and over a WebSocket
 * where the format has one and the target no `fetch`. What depends on the model is skipped, with a reason; a request without a whole answer fails its check. The key does
 * not appear in the report.
 * @throws TargetError at once, if the server cannot be reached, or refuses the key, the model or the
 * smallest valid request in a way that no check could tell anything; a TypeError that names an invalid
 * option, and for options by which nothing would be checked
 */
export async function conformance(
  target: Target,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  checkOptions("conformance", target, validTarget, "target");
  checkOptions("conformance", options, validOptions);
  const { formats = formatNames }: Target = target;
  const { concurrency = 4 } = options;
  const chosen = choose(formats, options);
  const models = await reachModels(target, [...new Set(chosen.map(({ format }) => format))]);
  const probes = new Map(
    [...models].map(([format, model]) => [format, createProbe(target, format, model)]),
  );
  let done = 0;
  const results = await runAll(chosen, concurrency, async (check) => {
    const result = mask(await runCheck(check, probes.get(check.format)), target);
    done += 1;
    options.onResult?.(result, { done, total: chosen.length });
    return result;
  });
  return report(target, results);
}

function isAddress(value: unknown): boolean {
  return isText(value) && /^https?:\/\/[^/]/.test(value) && !/\/v1\/*$/.test(value);
}

/** The checks of these formats that were asked for. */
function choose(
  formats: readonly CheckedFormat[],
  { only, except = [], profile = "strict" }: ConformanceOptions,
): readonly Check[] {
  const chosen = checks.filter(
    (check) =>
      formats.includes(check.format) &&
      (profile === "strict" || !strictChecks.has(check.id)) &&
      (only?.some((name) => isCalled(check, name)) ?? true) &&
      !except.some((name) => isCalled(check, name)),
  );
  if (chosen.length === 0) throw new TypeError("There is nothing to check.");
  return chosen;
}

function isCalled({ id, capability }: Check, name: string): boolean {
  return name === id || name === requirementOf(id) || name === capability;
}

/** The requirement of a check: `C081` of `C081b`. */
function requirementOf(id: string): string {
  return id.replace(/[a-z]+$/, "");
}

async function runCheck(check: Check, probe: Probe | undefined): Promise<CheckResult> {
  const { id, format, capability, what } = check;
  const reported = { id, format, capability, what };
  try {
    if (probe === undefined) throw new Skipped("the target does not speak this format");
    await check.run(probe);
    return { ...reported, outcome: "passed" };
  } catch (error) {
    const reason = messageOf(error);
    return { ...reported, outcome: error instanceof Skipped ? "skipped" : "failed", reason };
  }
}

/** Runs the checks concurrently, at most `concurrency` at a time. The results have the order of the checks. */
async function runAll(
  chosen: readonly Check[],
  concurrency: number,
  run: (check: Check) => Promise<CheckResult>,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const left = chosen.entries();
  const worker = async () => {
    for (const [index, check] of left) results[index] = await run(check);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, chosen.length) }, worker));
  return results;
}

function mask(result: CheckResult, target: Target): CheckResult {
  if (result.reason === undefined) return result;
  return { ...result, reason: maskKey(result.reason, target) };
}

function report(target: Target, results: readonly CheckResult[]): ConformanceReport {
  const count = (outcome: CheckResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    baseUrl: target.baseUrl,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    results,
  };
}
