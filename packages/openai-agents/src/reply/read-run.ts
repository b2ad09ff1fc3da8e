import { type ModelYield, stop, type Usage, usage } from "@diglot/core";
import { addUsage, createParagraphs } from "@diglot/core/frameworks";
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
  /** The refusal that has been shown. */
  refused(): string;
}

type Reason = Parameters<typeof stop>[0];

/** The words of providers for what is no ordinary end. */
const reasons: Readonly<Record<string, Reason>> = {
  length: "max_tokens",
  max_output_tokens: "max_tokens",
  content_filter: "content_filter",
};

/** A reader of one run. */
export function createRunReader(): RunReader {
  let used: Usage = {};
  let reason: string | undefined;
  let refused = "";
  /** The text of each call of a model is one. */
  const paragraphs = createParagraphs();
  /** Whether anything has been said since a tool has answered. */
  let said = false;

  function addText(text: string): readonly ModelYield[] {
    said ||= text !== "";
    return paragraphs.add(text);
  }

  function endCall(reported: ReportedUsage | undefined): readonly ModelYield[] {
    paragraphs.end();
    if (!reported) return [];
    used = addUsage(used, toUsage(reported));
    return [usage(used)];
  }

  function readModelEvent(data: ModelEvent): readonly ModelYield[] {
    if (data.type === "output_text_delta") return addText(data.delta);
    if (data.type === "response_done") return endCall(data.response.usage);
    if (data.type !== "model") return [];
    const raw = readRawEvent(data.event);
    reason = raw.reason ?? reason;
    for (const piece of raw.yields) {
      if (typeof piece === "object" && piece.type === "refusal") refused += piece.text;
    }
    return raw.yields;
  }

  return {
    refused: () => refused,
    read(event) {
      const { type, data, name } = event as { type: string; data: ModelEvent; name?: string };
      if (type === "run_item_stream_event" && name === "tool_output") said = false;
      return type === "raw_model_stream_event" ? readModelEvent(data) : [];
    },
    end(finalOutput) {
      const known = reasons[reason ?? ""];
      const isSaid = said || refused !== "" || finalOutput == null;
      const text = typeof finalOutput === "string" ? finalOutput : JSON.stringify(finalOutput);
      return [...(isSaid ? [] : addText(text)), ...(known ? [stop(known)] : [])];
    },
  };
}
