import { checks, type WireFormat } from "@diglot/core";
import { createCallerFormat } from "./caller-format.js";
import { type RelayFormatOptions, validRelayFormat } from "./options.js";
import { createUpstreamFormat } from "./upstream-format.js";

/**
 * A JSON endpoint as a pair of formats: `format` for the option `formats` of `createService`, and `upstream`
 * for `createUpstream`. A request is relayed to a model of that upstream format byte for byte, and its reply
 * comes back in the same way, with the keys, limits, budgets, rows, events and errors of all formats. A model
 * of another format refuses it, since nothing is translated. Errors are those of Chat Completions.
 *
 * @example
 * const scores = createRelayFormat({ name: "scores", path: "/v1/scores" });
 * const model = createUpstream(scores.upstream, { id: "scorer", baseUrl: "http://127.0.0.1:8000/v1" });
 * createService({ models: [model], formats: [scores.format, chatCompletionsFormat], … });
 * @throws TypeError for invalid options
 */
export function createRelayFormat(options: RelayFormatOptions): WireFormat {
  checks.checkOptions("createRelayFormat", options, validRelayFormat);
  return { format: createCallerFormat(options), upstream: createUpstreamFormat(options) };
}
