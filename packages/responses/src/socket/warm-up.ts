import type { ConnectContext, JsonObject } from "@diglot/core";
import { toParsedRequest } from "../read-request/body.js";
import type { FormatSettings } from "../settings.js";
import type { ConnectionMemory } from "../state/connection.js";
import { toItems } from "../state/resolve.js";
import { validateRequest } from "../validate/body.js";
import { refusePrevious } from "../validate/problem.js";
import { createHead, createResponseWriter, toSeconds } from "../write-reply/response-object.js";
import { noUsage } from "../write-reply/usage.js";

/**
 * Answers a request that asks for no reply: its input is remembered under an id, from which the next request
 * of the lane can go on. No model is asked, and nothing is counted.
 * @throws ServiceError `bad_request`
 */
export function warmUp(
  body: JsonObject,
  memory: ConnectionMemory,
  { ids, clock }: Pick<ConnectContext, "ids" | "clock">,
  settings: FormatSettings,
): readonly string[] {
  const request = validateRequest(body, settings);
  const previous = request.previous_response_id;
  const last = previous == null ? nothing : memory.recall(previous);
  if (!last) throw refusePrevious(previous ?? "");
  const { chain, kept } = last;
  const continued = previous == null ? undefined : { id: previous, items: 0, chain, kept };
  const parsed = toParsedRequest({ ...request, store: false }, continued);
  const head = createHead({ ids, clock }, { model: request.model });
  const write = createResponseWriter({ request: parsed, settings }, head);
  memory.remember({ id: head.id, items: [...last.items, ...toItems(request.input)], chain, kept });
  const completed = { completed_at: toSeconds(clock.now()), usage: noUsage };
  return [
    toMessage("response.created", 0, write({ status: "in_progress", output: [] })),
    toMessage("response.completed", 1, write({ status: "completed", output: [], ...completed })),
  ];
}

const nothing = { items: [], chain: [], kept: 0 } as const;

function toMessage(type: string, sequence_number: number, response: unknown): string {
  return JSON.stringify({ type, sequence_number, response });
}
