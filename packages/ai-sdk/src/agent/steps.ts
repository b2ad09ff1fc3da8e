import { type ModelYield, type Receipt, toolCall, type Usage, usage } from "@diglot/core";
import { addUsage, asHavingRun, createParagraphs, type Paragraphs } from "@diglot/core/frameworks";
import type { KeepProof } from "../proofs.js";
import { toCallError } from "../reply/errors.js";
import { toStop } from "../reply/finish.js";
import { createReasoningReader, type Metadata, type ReasoningReader } from "../reply/reasoning.js";
import { type AgentUsage, toAgentUsage } from "../reply/usage.js";
import { rules } from "../rules.js";

/** The parts of an agent's stream that are read, of versions 6 and 7 of the AI SDK. */
export type AgentPart =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-start" | "reasoning-end"; readonly providerMetadata?: Metadata }
  | {
      readonly type: "reasoning-delta";
      readonly text: string;
      readonly providerMetadata?: Metadata;
    }
  | {
      readonly type: "tool-call";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
      readonly providerExecuted?: boolean | undefined;
      readonly providerMetadata?: Metadata;
    }
  | { readonly type: "tool-result" | "tool-error"; readonly toolCallId: string }
  | { readonly type: "tool-approval-request" | "source" | "file" | "reasoning-file" }
  | { readonly type: "finish-step"; readonly usage: AgentUsage }
  | {
      readonly type: "finish";
      readonly finishReason: string;
      readonly rawFinishReason?: string | undefined;
    }
  | { readonly type: "error"; readonly error: unknown };

/** What is known of an agent's run. */
export interface AgentRun {
  /** Of the steps that are complete. */
  used: Usage;
  steps: number;
  /** The text of each step is a paragraph. */
  readonly paragraphs: Paragraphs;
  readonly reasoning: ReasoningReader;
  readonly receipt: Receipt;
  readonly keepProof: KeepProof;
  /** Calls that the agent has not answered itself, by their ids. */
  readonly open: Map<string, { readonly call: ModelYield; readonly metadata: Metadata }>;
  finished: boolean;
}

/** A run that has not begun. */
export function beginRun(receipt: Receipt, keepProof: KeepProof): AgentRun {
  return {
    used: {},
    steps: 0,
    paragraphs: createParagraphs(),
    reasoning: createReasoningReader(),
    ...{ receipt, keepProof },
    open: new Map(),
    finished: false,
  };
}

/** What one part of an agent's stream becomes. Its own calls and their results are not shown. */
export function readAgentPart(part: AgentPart, run: AgentRun): readonly ModelYield[] {
  switch (part.type) {
    case "text-delta":
      return addText(part.text, run);
    case "reasoning-start":
      return run.reasoning.start(part.providerMetadata);
    case "reasoning-delta":
      return run.reasoning.add(part.text, part.providerMetadata);
    case "reasoning-end":
      return run.reasoning.add("", part.providerMetadata);
    case "tool-call":
      noteCall(part, run);
      return [];
    case "tool-result":
    case "tool-error":
      run.open.delete(part.toolCallId);
      return [];
    case "tool-approval-request":
      throw new Error("A tool of the agent needs an approval, which no caller can give.");
    case "source":
      run.receipt.noteReply(rules.source, "");
      return [];
    case "file":
    case "reasoning-file":
      run.receipt.noteReply(rules.file, "");
      return [];
    case "finish-step":
      return endStep(part.usage, run);
    case "finish":
      return endRun(part, run);
    case "error":
      throw toStepError(part.error, run);
    default:
      return [];
  }
}

function addText(text: string, run: AgentRun): readonly ModelYield[] {
  if (text !== "") run.reasoning.restart();
  return run.paragraphs.add(text);
}

function noteCall(part: Extract<AgentPart, { type: "tool-call" }>, { open }: AgentRun): void {
  if (part.providerExecuted) return;
  const input = JSON.stringify(part.input ?? {});
  const { toolCallId: id, toolName: name, providerMetadata: metadata } = part;
  open.set(id, { call: toolCall({ id, name, arguments: input }), metadata });
}

function endStep(counts: AgentUsage, run: AgentRun): readonly ModelYield[] {
  run.steps += 1;
  run.paragraphs.end();
  run.used = addUsage(run.used, toAgentUsage(counts));
  return [usage(run.used)];
}

/** Calls that are still open are for the caller: the agent has no code for these tools. */
function endRun(
  { finishReason, rawFinishReason: raw }: Extract<AgentPart, { type: "finish" }>,
  run: AgentRun,
): readonly ModelYield[] {
  run.finished = true;
  const calls = [...run.open.values()];
  for (const [id, { metadata }] of run.open) run.keepProof(id, metadata);
  // An agent that has reached its last step ends with calls that were answered.
  const isCut = finishReason === "tool-calls" && calls.length === 0;
  return [
    ...calls.map(({ call }) => call),
    ...toStop({ reason: isCut ? "stop" : finishReason, raw }),
  ];
}

/** Steps that are complete have been paid, so another attempt costs again. */
function toStepError(error: unknown, { steps }: AgentRun): unknown {
  const read = toCallError(error);
  return steps > 0 ? asHavingRun(read) : read;
}
