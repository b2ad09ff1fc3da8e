import { type InProcessRequest, type ModelYield, refusal, usage } from "@diglot/core";
import { createRunSignal } from "@diglot/core/frameworks";
import type { OpenAIAgent, OpenAIRunner, RunOptions, StreamedRun } from "./agents.js";
import { toInput } from "./input/input.js";
import type { CallerInstructions } from "./input/items.js";
import { readEagerly } from "./read-eagerly.js";
import { isTripwire, nameOf, toRunError } from "./reply/errors.js";
import { createRunReader } from "./reply/read-run.js";
import { toUsage } from "./reply/usage.js";

/** How an agent is run. */
export interface AgentRun {
  readonly agent: OpenAIAgent;
  readonly runner: OpenAIRunner | undefined;
  readonly options: RunOptions | undefined;
  readonly callerInstructions: CallerInstructions;
}

/** Runs an agent on the conversation of a request, and yields what the caller sees of it. */
export async function* runAgent(
  request: InProcessRequest,
  { agent, runner, options, callerInstructions }: AgentRun,
): AsyncGenerator<ModelYield> {
  const { signal, abort } = createRunSignal(request.signal);
  const reader = createRunReader();
  let run: StreamedRun | undefined;
  try {
    const input = toInput(request, callerInstructions);
    run = await start(runner, agent, input, { ...options, stream: true, signal });
    for await (const event of readEagerly(run)) yield* reader.read(event);
    if (run.interruptions?.length) throw new Error(needsApproval);
    if (!signal.aborted) yield* reader.end(run.finalOutput);
  } catch (error) {
    // A run that fails takes back the events that have not been read yet.
    const used = run?.state?.usage;
    const hasRun = used !== undefined && used.requests > 0;
    if (hasRun) yield usage(toUsage(used));
    const early = nameOf(error) === "ModelBehaviorError" ? reader.endEarly() : [];
    yield* early.length > 0 ? early : endRefused(error, reader.refused(), hasRun);
  } finally {
    abort();
  }
}

const needsApproval = "A tool of the agent needs an approval, which no caller can give.";

/** The SDK is loaded with the first request, unless the host has passed a runner of it. */
async function start(
  runner: OpenAIRunner | undefined,
  agent: OpenAIAgent,
  input: unknown,
  options: RunOptions,
): Promise<StreamedRun> {
  const { run } = runner
    ? { run: runner.run.bind(runner) }
    : ((await import("@openai/agents")) as unknown as OpenAIRunner);
  return (await run(agent as never, input as never, options as never)) as StreamedRun;
}

/** A refusal of the model or of a guardrail is a reply; anything else fails the request. @param shown of the refusal */
function endRefused(error: unknown, shown: string, hasRun: boolean): readonly ModelYield[] {
  if (isTripwire(error)) return [refusal("The agent has refused this request.")];
  if (nameOf(error) !== "ModelRefusalError") throw toRunError(error, hasRun);
  const { refusal: text } = error as { refusal?: unknown };
  const isContinued = typeof text === "string" && text.startsWith(shown);
  return isContinued ? [refusal(text.slice(shown.length))] : [];
}
