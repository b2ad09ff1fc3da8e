import type { InProcessRequest, ModelYield, ReasoningStore } from "@diglot/core";
import { brokenOff, createRunSignal } from "@diglot/core/frameworks";
import type { AiSdkAgent, CallSettings } from "../frameworks.js";
import { createProofKeeper, recallProofs } from "../proofs.js";
import { toCallError } from "../reply/errors.js";
import { toAgentMessages } from "./messages.js";
import { type AgentPart, beginRun, readAgentPart } from "./steps.js";

/** How an agent is called besides what follows from the request. */
export interface AgentCall {
  readonly callerInstructions: "user" | "system";
  readonly settings: CallSettings;
  readonly reasoningStore: ReasoningStore | undefined;
}

/** Runs an agent on the conversation of a request, and yields what the caller sees of it. */
export async function* runAgent(
  agent: AiSdkAgent,
  request: InProcessRequest,
  { callerInstructions, settings, reasoningStore }: AgentCall,
): AsyncGenerator<ModelYield> {
  const { signal, abort } = createRunSignal(request.signal);
  try {
    const proofs = await recallProofs(reasoningStore, request);
    const messages = toAgentMessages(request, callerInstructions, proofs);
    const call = { onError: leaveToReporter, messages, ...settings, abortSignal: signal };
    const result = await agent.stream(call as never);
    const run = beginRun(request.receipt, createProofKeeper(reasoningStore, request));
    for await (const part of result.fullStream) yield* readAgentPart(part as AgentPart, run);
    if (!run.finished) throw brokenOff();
  } catch (error) {
    throw toCallError(error);
  } finally {
    abort();
  }
}

/** Version 6 prints errors with the whole prompt unless it has such a function; the reporter gets them anyway. */
function leaveToReporter(): void {}
