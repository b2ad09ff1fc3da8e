import {
  type ConversationEvent,
  type FinalUsage,
  noUsage,
  type Usage,
  usageKinds,
} from "@diglot/core";

/** What a reply has used with these events: its last count of each kind. */
export function usageOf(events: readonly ConversationEvent[]): FinalUsage {
  return events.reduce(addUsage, noUsage);
}

function addUsage(usage: FinalUsage, event: ConversationEvent): FinalUsage {
  if (event.type === "start" || event.type === "end") return event.usage;
  return event.type === "usage" ? withCounts(usage, event.usage) : usage;
}

function withCounts(usage: FinalUsage, reported: Usage): FinalUsage {
  const counts = usageKinds.filter((kind) => reported[kind] !== undefined);
  return {
    ...usage,
    ...reported,
    sources: {
      ...usage.sources,
      ...Object.fromEntries(counts.map((kind) => [kind, "reported"])),
    },
  } as FinalUsage;
}

/** The counts of a usage that was reported. */
export function knownCounts(usage: FinalUsage): Usage {
  const known = usageKinds.filter((kind) => usage.sources[kind] !== "none");
  return Object.fromEntries(known.map((kind) => [kind, usage[kind]]));
}
