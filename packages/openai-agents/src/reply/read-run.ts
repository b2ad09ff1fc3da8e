import { type ModelYield, refusal, stop, thinking, type Usage, usage } from "@diglot/core";
import { addUsage, brokenOff, createParagraphs, type Paragraphs } from "@diglot/core/frameworks";
import { readRawEvent } from "./raw-event.js";
import { type ReportedUsage, toUsage } from "./usage.js";

/** The events of a model that are read; those of the run itself say nothing that a caller sees. */
type ModelEvent =
  | { readonly type: "output_text_delta"; readonly delta: string }
  | { readonly type: "model"; readonly event: unknown }
  | { readonly type: "response_done"; readonly response: { readonly usage?: ReportedUsage } };

/** Reads the events of a run. */
export interface RunReader {
  read(event: unknown): readonly ModelYield[];
  /** The end of a run. @param finalOutput what the agent has said at last */
  end(finalOutput: unknown): readonly ModelYield[];
  /** The end of a reply that its provider has cut short, which the SDK takes as an error; nothing if it has not. */
  endEarly(): readonly ModelYield[];
  /** The refusal that has been shown. */
  refused(): string;
}

interface Run {
  used: Usage;
  /** Why the running call of a model ends, and whether its provider always says so. */
  reason: string | undefined;
  reportsReason: boolean;
  /** Why the call before it has ended. */
  lastReason: string | undefined;
  refused: string;
  /** The text of each call of a model is one, and so is each part of its reasoning. */
  readonly texts: Paragraphs;
  readonly reasoning: Paragraphs;
  /** Whether anything has been said since a tool has answered. */
  said: boolean;
}

type Reason = Parameters<typeof stop>[0];

/** Providers' words for ends that are not ordinary. */
const reasons: ReadonlyMap<string, Reason> = new Map([
  ["length", "max_tokens"],
  ["max_output_tokens", "max_tokens"],
  ["content_filter", "content_filter"],
]);

/** A reader of one run. */
export function createRunReader(): RunReader {
  const run: Run = {
    used: {},
    reason: undefined,
    reportsReason: false,
    lastReason: undefined,
    refused: "",
    texts: createParagraphs(),
    reasoning: createParagraphs(),
    said: false,
  };
  return {
    refused: () => run.refused,
    read(event) {
      const { type, data, name } = event as { type: string; data: ModelEvent; name?: string };
      if (name === "tool_output") run.said = false;
      return type === "raw_model_stream_event" ? readModelEvent(data, run) : [];
    },
    end(finalOutput) {
      const isSaid = run.said || run.refused !== "" || finalOutput == null;
      const text = typeof finalOutput === "string" ? finalOutput : JSON.stringify(finalOutput);
      return [...(isSaid ? [] : addText(text, run)), ...toStop(run)];
    },
    endEarly: () => toStop(run),
  };
}

function toStop({ reason, lastReason }: Run): readonly ModelYield[] {
  const known = reasons.get(reason ?? lastReason ?? "");
  return known ? [stop(known)] : [];
}

function readModelEvent(data: ModelEvent, run: Run): readonly ModelYield[] {
  switch (data.type) {
    case "output_text_delta":
      return addText(data.delta, run);
    case "model":
      return addRaw(data.event, run);
    case "response_done":
      return endCall(data.response.usage, run);
    default:
      return [];
  }
}

function addText(text: string, run: Run): readonly ModelYield[] {
  run.said ||= text !== "";
  if (text !== "") run.reasoning.restart();
  return run.texts.add(text);
}

function addRaw(event: unknown, run: Run): readonly ModelYield[] {
  const raw = readRawEvent(event);
  run.reason = raw.reason ?? run.reason;
  run.reportsReason ||= raw.reportsReason === true;
  if (raw.beginsPart) run.reasoning.end();
  const pieces = run.reasoning.add(raw.reasoning ?? "").map((text) => thinking(text));
  if (raw.refusal === undefined) return pieces;
  run.refused += raw.refusal;
  return [...pieces, refusal(raw.refusal)];
}

/** The SDK takes a stream of Chat Completions that breaks off as whole. */
function endCall(reported: ReportedUsage | undefined, run: Run): readonly ModelYield[] {
  if (run.reportsReason && run.reason === undefined) throw brokenOff();
  run.texts.end();
  run.reasoning.end();
  run.lastReason = run.reason;
  run.reason = undefined;
  run.reportsReason = false;
  if (!reported) return [];
  run.used = addUsage(run.used, toUsage(reported));
  return [usage(run.used)];
}
