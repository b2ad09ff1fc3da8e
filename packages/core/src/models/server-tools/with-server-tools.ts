import type { ServerToolKind } from "../../conversation/server-tools.js";
import { checkOptions } from "../../validation/check-options.js";
import { checkModel } from "../check-model.js";
import { deriveModel } from "../derive-model.js";
import type { EventsReply, Model, ModelRequest, Reply } from "../model.js";
import { offerServerTools } from "./offer.js";
import {
  type ServerToolOptions,
  type ServerToolSettings,
  toServerToolSettings,
  validServerTools,
} from "./options.js";
import { asRead, ServerToolRounds } from "./rounds.js";

/**
 * A model for which the service itself runs the tools that a vendor runs: a search of the web, and the
 * reading of pages. The model is offered a plain function, its calls run here, and it is called again with
 * what they have brought. Callers see calls, results and citations as their format has them. Each call of
 * the model has a row of its own; the usage of the reply is the sum. A request that offers no such tool
 * passes unchanged. One that does is translated even before an upstream of the caller's format.
 *
 * @example
 * const model = withServerTools(local, { webSearch: searxng({ url: "http://127.0.0.1:8888" }) });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function withServerTools(model: Model, options: ServerToolOptions): Model {
  checkModel("withServerTools", model);
  checkOptions("withServerTools", options, validServerTools);
  const settings = toServerToolSettings(options);
  const kinds = kindsOf(settings);
  return deriveModel(model, (request) => respond(model, settings, kinds, request), {
    capabilities: { ...model.capabilities, webSearch: kinds.has("web_search") },
  });
}

function kindsOf({ webSearch, webFetch }: ServerToolSettings): ReadonlySet<ServerToolKind> {
  return new Set([
    ...(webSearch ? (["web_search"] as const) : []),
    ...(webFetch ? (["web_fetch"] as const) : []),
  ]);
}

async function respond(
  model: Model,
  settings: ServerToolSettings,
  kinds: ReadonlySet<ServerToolKind>,
  request: ModelRequest,
): Promise<Reply> {
  const format = request.origin.native.serverTools;
  // Several choices at once come from an upstream that is relayed, and that searches itself or not at all.
  if (request.choices > 1 || !format) return model.respond(request);
  if (settings.offer === "asked" && !format.areOffered(request.origin.body)) {
    return model.respond(request);
  }
  const conversation = await request.readConversation();
  const offer = offerServerTools(conversation, format, { kinds, when: settings.offer });
  if (offer.provided.length === 0) return model.respond(request);
  const ask = async (asked: ModelRequest) => toEvents(await model.respond(asked));
  const first = await ask({ ...request, ...asRead(offer.conversation) });
  const context = { request, format, offer, settings, respond: ask };
  return { ...first, events: new ServerToolRounds(context, first) };
}

/** A model that is asked for events gives nothing else. */
function toEvents(reply: Reply): EventsReply {
  if (reply.kind === "events") return reply;
  throw new Error(`A model was asked for events and has given ${reply.kind}.`);
}
