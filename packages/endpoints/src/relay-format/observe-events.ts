import type {
  JsonObject,
  RelayObserver,
  ReplyFacts,
  ReportedUsage,
  ServiceError,
  UpstreamFormat,
} from "@diglot/core";
import {
  badReply,
  isObject,
  parseJson,
  readFrame,
  readNames,
  toInBandError,
} from "@diglot/core/formats";
import { reportUsage } from "../units/report-usage.js";
import type { UnitSources } from "../units/units.js";

/** Observes a stream of any events. The last event that reports usage or units applies. */
export function observeEvents(
  units: UnitSources | undefined,
): UpstreamFormat["createRelayObserver"] {
  return (_capabilities, _addedUsage, request) => new EventsObserver(units, request);
}

class EventsObserver implements RelayObserver {
  readonly seen = { blocks: 0 };
  readonly awaitsEnd = false;
  events = 0;
  error: ServiceError | undefined;
  #first: JsonObject = {};
  #usage: ReportedUsage;

  constructor(
    readonly units: UnitSources | undefined,
    readonly request: JsonObject,
  ) {
    this.#usage = reportUsage(units, { request });
  }

  get begun(): boolean {
    return this.events > 0;
  }

  push(frame: string): "pass" | "last" {
    const read = readFrame(frame);
    if (!read || read.data.trim() === "") return "pass";
    if (read.data.trim() === "[DONE]") return "last";
    const event = parseJson(read.data);
    if (isObject(event) && (event.error || read.event === "error")) return this.#seeError(event);
    if (isObject(event)) this.#see(event);
    this.events += 1;
    return "pass";
  }

  /** Clients recognise an error by the member `error`. */
  #seeError(event: JsonObject): "last" {
    const error = toInBandError(event, this.begun);
    if (!this.begun) throw error;
    this.error = error;
    return "last";
  }

  #see(event: JsonObject): void {
    if (this.events === 0) this.#first = event;
    const usage = reportUsage(this.units, { reply: event, request: this.request });
    if (usage.final) this.#usage = usage;
  }

  end(): string {
    if (this.events === 0) throw badReply("The stream ended before it began.");
    return "";
  }

  reportedUsage(): ReportedUsage {
    return this.#usage;
  }

  outputBytes(): number {
    return 0;
  }

  reasoningBytes(): number {
    return 0;
  }

  reply(): ReplyFacts {
    return readNames(this.#first);
  }
}
