import { defineModel, type Model } from "@diglot/core";
import { countInput } from "../count-input.js";
import { checkModelOptions, type EmbeddedModelOptions } from "../options.js";
import { pace } from "../pace.js";
import { countWords } from "../words.js";
import { doctor } from "./doctor.js";
import { elizaReply } from "./reply.js";
import { compileScript } from "./session.js";

/**
 * ELIZA, Joseph Weizenbaum's program of 1966, with a DOCTOR script. She keeps no state: the same
 * conversation always has the same answer. Asked for the time, she calls a tool that tells it, if
 * the caller offers one. Forms of output, prefilled replies and demands for a tool are refused.
 * @throws TypeError for invalid options
 */
export function createEliza(options: EmbeddedModelOptions = {}): Model {
  checkModelOptions("createEliza", options);
  const { wordDelay = 0 } = options;
  const script = compileScript(doctor);
  return defineModel(
    options.id ?? "eliza",
    (request) => pace(elizaReply(request.conversation, script), request, wordDelay),
    {
      displayName: options.displayName ?? "Eliza",
      created: options.created,
      ownedBy: options.ownedBy,
      aliases: options.aliases,
      ...(options.prices && { prices: options.prices }),
      capabilities: { toolChoice: ["auto", "none"], outputFormats: [], prefill: false },
      countTokens: countWords,
      countInputTokens: countInput,
    },
  );
}
