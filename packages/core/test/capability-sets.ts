import type { UpstreamCapabilities } from "../src/conversation/capabilities.js";
import { presets } from "../src/upstreams/presets.js";
import type { FormatName } from "./helpers.js";

/** What some kind of upstream takes, where it differs from what is assumed of an unknown one. */
export interface CapabilitySet {
  readonly name: string;
  readonly capabilities: Partial<UpstreamCapabilities>;
}

const unknown: CapabilitySet = { name: "an unknown upstream", capabilities: {} };
const { anthropic, ...others } = presets;

/** The kinds of upstream that a request of a format may be translated for. */
export function capabilitySets(from: FormatName): readonly CapabilitySet[] {
  const known = from === "messages" ? others : { anthropic };
  const sets = Object.entries(known).map(([name, capabilities]) => ({ name, capabilities }));
  return [unknown, ...sets];
}
