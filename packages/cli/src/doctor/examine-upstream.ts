import type { UpstreamFormatName } from "../config/upstream-formats.js";
import type { DiscoveredUpstream } from "../discover/discover-upstream.js";
import { type FoundCapabilities, toCapabilities } from "./capabilities.js";
import { type Outcome, toWords } from "./outcome.js";
import { answer, limitProbes } from "./probes/basics.js";
import type { Finding, Probe } from "./probes/probe.js";
import { probesOf } from "./probes/probes.js";
import { type Sending, send } from "./send.js";
import type { Target } from "./wire/small-request.js";

/** What is examined, and how. */
export interface ExamineOptions {
  readonly upstream: DiscoveredUpstream;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Ids of probes that are left out. */
  readonly skip?: readonly string[] | undefined;
  /** Milliseconds for each request. @default 60_000 */
  readonly timeout?: number | undefined;
  /** @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Called before each probe with its title, its number from 0 and the number of probes. */
  readonly onProgress?: ((title: string, index: number, count: number) => void) | undefined;
}

/** One finding with its probe. */
export interface ExaminedProbe extends Finding {
  readonly id: string;
  readonly title: string;
}

/** What was found of a model of a server. */
export interface Examination {
  readonly format: UpstreamFormatName;
  readonly model: string;
  readonly findings: readonly ExaminedProbe[];
  readonly capabilities: FoundCapabilities;
  readonly requests: number;
  /** Tokens as the server counted them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The examination could not begin: the model does not answer a simple question. */
export class ExaminationError extends Error {
  override readonly name = "ExaminationError";
}

/** Tokens of a short reply, and of one that has reasoning before it. */
const room = { usual: 64, reasoning: 1024 };

/**
 * Asks a model what it can do, one request after another: about fifty with short replies. A request that
 * fails makes its finding unclear and ends nothing.
 *
 * @throws ExaminationError if the model does not answer at all
 */
export async function examineUpstream(options: ExamineOptions): Promise<Examination> {
  const { upstream, model, apiKey, skip = [], timeout = 60_000, onProgress } = options;
  const sending: Sending = { upstream, apiKey, timeout, fetch: options.fetch ?? globalThis.fetch };
  const probes = probesOf(upstream.format).filter(({ id }) => !skip.includes(id));
  const findings: ExaminedProbe[] = [];
  const sent: Outcome[] = [];
  let target: Target = { model, maxTokens: room.usual, maxTokensField: "max_tokens" };
  for (const [index, probe] of probes.entries()) {
    onProgress?.(probe.title, index, probes.length);
    const outcomes = await askAll(sending, probe, target);
    sent.push(...outcomes);
    const finding = judge(probe, outcomes, apiKey);
    findings.push(finding);
    target = adapt(target, finding, outcomes);
    if (probe.id === answer.id) assertAnswers(outcomes);
  }
  const found = (id: string) => findings.find((finding) => finding.id === id);
  return {
    format: upstream.format,
    model,
    findings,
    capabilities: toCapabilities(upstream.format, found),
    requests: sent.length,
    ...sumTokens(sent),
  };
}

/** What was seen may be the server's own words. */
function judge(
  probe: Probe,
  outcomes: readonly Outcome[],
  apiKey: string | undefined,
): ExaminedProbe {
  const { seen, ...finding } = probe.judge(outcomes);
  return { id: probe.id, title: probe.title, ...finding, seen: toWords(seen, apiKey) };
}

async function askAll(sending: Sending, probe: Probe, target: Target): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const request of probe.requests) outcomes.push(await send(sending, request, target));
  return outcomes;
}

/** What the next requests must look like, after what was seen of these. */
function adapt(
  target: Target,
  { id, result }: ExaminedProbe,
  outcomes: readonly Outcome[],
): Target {
  if (id === limitProbes.maxTokens.id && result === "no") {
    return { ...target, maxTokensField: "max_completion_tokens" };
  }
  return outcomes.some(needsRoom) ? { ...target, maxTokens: room.reasoning } : target;
}

/** Whether a model reasons, which may use up the tokens of a short reply. */
function needsRoom(outcome: Outcome): boolean {
  if (outcome.kind !== "replied") return false;
  const { reasoningIn, isCut, text, calls } = outcome.reply;
  return reasoningIn.length > 0 || (isCut && text.trim() === "" && calls.length === 0);
}

function assertAnswers([outcome]: readonly Outcome[]): void {
  if (!outcome || outcome.kind === "replied") return;
  throw new ExaminationError(`The model does not answer a simple question: ${outcome.words}`);
}

function sumTokens(
  outcomes: readonly Outcome[],
): Pick<Examination, "inputTokens" | "outputTokens"> {
  const replies = outcomes.flatMap((outcome) => (outcome.kind === "replied" ? outcome.reply : []));
  const sum = (counts: readonly (number | undefined)[]) =>
    counts.reduce<number>((total, count = 0) => total + count, 0);
  return {
    inputTokens: sum(replies.map((reply) => reply.inputTokens)),
    outputTokens: sum(replies.map((reply) => reply.outputTokens)),
  };
}
