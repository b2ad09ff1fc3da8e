import {
  chatCompletionsUpstream,
  type Model,
  type ModelRequest,
  messagesUpstream,
  type UpstreamOptions,
} from "@diglot/core";
import { apiKey } from "./terms.js";

/**
 * Models of upstreams that the prompt names, with the model to ask there:
 * `http://127.0.0.1:8000 echo Hello`. A server program learns no address before it starts. One that
 * is asked to answer `soon` is not waited for long.
 */
export const farModels: readonly Model[] = [
  createFarModel("far-messages", messagesUpstream, ""),
  createFarModel("far-chat-completions", chatCompletionsUpstream, "/v1"),
];

/** For upstreams that fall silent, in milliseconds. */
const impatience = { firstEvent: 800, betweenEvents: 200, total: 1_000 };

function createFarModel(
  id: string,
  create: (options: UpstreamOptions) => Model,
  path: string,
): Model {
  return {
    ...create({ id, baseUrl: "http://127.0.0.1" }),
    respond(request) {
      const [origin = "", model = "", when] = promptOf(request).split(" ");
      const timeouts = when === "soon" ? impatience : undefined;
      return create({ id, model, baseUrl: `${origin}${path}`, apiKey, timeouts }).respond(request);
    },
  };
}

function promptOf({ conversation }: ModelRequest): string {
  const [block] = conversation().turns.at(-1)?.blocks ?? [];
  return block?.type === "text" ? block.text : "";
}
