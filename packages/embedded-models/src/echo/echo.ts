import { defineModel, type Model } from "@diglot/core";
import { countInput } from "../count-input.js";
import { checkModelOptions, type EmbeddedModelOptions } from "../options.js";
import { pace } from "../pace.js";
import { countWords } from "../words.js";
import { echoReply } from "./reply.js";

/**
 * A model that says back the last user turn, word by word, and counts exactly what it says. It
 * calls tools when the request says so, thinks when thinking is asked for, and takes every kind of block.
 * The same request always has the same reply.
 * @throws TypeError for invalid options
 */
export function createEcho(options: EmbeddedModelOptions = {}): Model {
  checkModelOptions("createEcho", options);
  const { wordDelay = 0 } = options;
  return defineModel(
    options.id ?? "echo",
    (request) => pace(echoReply(request.conversation), request, wordDelay),
    {
      displayName: options.displayName ?? "Echo",
      created: options.created,
      ownedBy: options.ownedBy,
      aliases: options.aliases,
      ...(options.prices && { prices: options.prices }),
      countTokens: countWords,
      countInputTokens: countInput,
    },
  );
}
