import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import { answer, basics, limitProbes } from "./basics.js";
import { instructions } from "./instructions.js";
import { longInput } from "./long-input.js";
import { media } from "./media.js";
import { output } from "./output.js";
import type { Probe } from "./probe.js";
import { promptCache } from "./prompt-cache.js";
import { reasoning } from "./reasoning.js";
import { sampling } from "./sampling.js";
import { streams } from "./streams.js";
import { tools } from "./tools.js";

/** All probes in the order in which they are asked: first how a reply is limited, since all others need it. */
const probes: readonly Probe[] = [
  limitProbes.maxTokens,
  limitProbes.maxCompletionTokens,
  limitProbes.maxOutputTokens,
  answer,
  ...streams,
  ...tools,
  ...media,
  ...output,
  ...reasoning,
  ...instructions,
  ...sampling,
  ...basics,
  promptCache,
  longInput,
];

/** The probes of a format. */
export function probesOf(format: UpstreamFormatName): readonly Probe[] {
  return probes.filter(({ formats }) => formats?.includes(format) ?? true);
}
