import {
  type ConversationEvent,
  completeUsage,
  type ReadReplyContext,
  type ReportedUsage,
} from "@diglot/core";
import {
  badReply,
  createLossNotes,
  isObject,
  type JsonObject,
  type NoteLoss,
  toInBandError,
  toObject,
} from "@diglot/core/formats";
import { ReplyContent } from "./content.js";
import { losses } from "./rules.js";
import { toStop } from "./stop.js";
import { readUsage } from "./usage.js";

const endings: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete"]);

/** Events that say nothing that another one does not say as well, or that tell of what the vendor runs. */
const silent =
  /^(?:keepalive|response\.(?:created|queued|in_progress|content_part\.added|custom_tool_call_input\.delta|(?:web_search|file_search|code_interpreter|image_generation|mcp)\w*\..+|.+\.done))$/;

/** Reads the events of one reply, as a stream sends them. A whole response is read as the last of them. */
export class ReplyReader {
  readonly #context: ReadReplyContext;
  readonly #note: NoteLoss;
  readonly #content: ReplyContent;
  #phase: "before" | "inside" | "over" = "before";
  #reported: ReportedUsage = { counts: {}, final: false, raw: undefined };

  constructor(context: ReadReplyContext) {
    this.#context = context;
    this.#note = createLossNotes(context.receipt);
    this.#content = new ReplyContent(context, this.#note);
  }

  get done(): boolean {
    return this.#phase === "over";
  }

  reportedUsage(): ReportedUsage {
    return this.#reported;
  }

  /** Translates one event. @throws ServiceError as `StreamParser.push` does */
  read(event: unknown): readonly ConversationEvent[] {
    if (this.#phase === "over") return [];
    try {
      const events = this.#readEvent(event);
      // The last events were counted for the usage among them.
      if (events.at(-1)?.type !== "end") this.#context.outputEstimate.add(events);
      return events;
    } catch (error) {
      this.#phase = "over";
      throw error;
    }
  }

  /** The body has ended; a reply without its last event is not whole. */
  end(): readonly ConversationEvent[] {
    if (this.#phase === "over") return [];
    this.#phase = "over";
    throw badReply("The stream ended without its last event.");
  }

  #readEvent(event: unknown): readonly ConversationEvent[] {
    if (!isObject(event)) throw badReply("The data of an event is not a JSON object.");
    const { type } = event;
    const response = toObject(event.response);
    this.#refuseFailure(event, response);
    const begun = this.#phase === "before" ? this.#start(response) : [];
    if (endings.has(type)) return [...begun, ...this.#finish(response)];
    if (!this.#content.read(event) && typeof type === "string" && !silent.test(type)) {
      this.#note(losses.unknownEvent, "", { from: type });
    }
    return [...begun, ...this.#content.advance()];
  }

  #refuseFailure(event: JsonObject, { status, error }: JsonObject): void {
    const mayHaveRun = this.#phase === "inside";
    if (event.type === "error") {
      throw toInBandError(isObject(event.error) ? event : { error: event }, mayHaveRun);
    }
    if (event.type === "response.failed" || status === "failed") {
      throw toInBandError({ error: toObject(error) }, mayHaveRun);
    }
  }

  #start({ model, id, service_tier: tier }: JsonObject): readonly ConversationEvent[] {
    this.#phase = "inside";
    const name = typeof id === "string" ? id.replace(/^resp_/, "") : "";
    return [
      {
        type: "start",
        model: typeof model === "string" && model !== "" ? model : this.#context.model,
        ...(name !== "" && { id: name }),
        ...(typeof tier === "string" && tier !== "auto" && { serviceTier: toNeutralTier(tier) }),
        usage: this.#usage(),
      },
    ];
  }

  #usage() {
    const { inputTokens, outputEstimate } = this.#context;
    return completeUsage(this.#reported.counts, {
      input: inputTokens,
      output: outputEstimate.output(),
      reasoning: outputEstimate.reasoning(),
    });
  }

  #finish(response: JsonObject): readonly ConversationEvent[] {
    const rest = this.#content.finish(response);
    this.#phase = "over";
    this.#reported = readUsage(response);
    this.#context.outputEstimate.add(rest);
    const last = [toStop(response, this.#content), { type: "end", usage: this.#usage() }] as const;
    this.#context.outputEstimate.add(last);
    return [...rest, ...last];
  }
}

function toNeutralTier(tier: string): string {
  return tier === "default" ? "standard" : tier;
}
