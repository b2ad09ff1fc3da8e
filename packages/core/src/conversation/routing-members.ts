import type { JsonObject } from "./conversation.js";
import { toPointer } from "./pointer.js";
import type { Receipt } from "./receipt.js";
import type { Rule } from "./rules.js";

/**
 * Members by which a caller of LiteLLM's proxy and of gateways like it chooses where a request goes,
 * with whose key, or that no model is asked at all. They would obey with the operator's key.
 */
const routing =
  /^(?:api_(?:base|key|type|version)|base_url|custom_llm_provider|(?:extra_)?headers|extra_(?:body|query)|mock_\w+|(?:aws|azure|vertex)_\w+|litellm_credential_name|(?:context_window_|content_policy_)?fallbacks|model_list|user_config|organization|deployment_id|region_name)$/;

/** What happens to these members. */
export const routingRule: Rule = {
  outcome: "refused",
  reason: "No member of a request may decide where it goes or with which credentials.",
};

/**
 * Refuses every member that would choose the route or the credentials at an upstream.
 * @param allowed the members that the operator lets through
 */
export function judgeRouting(body: JsonObject, allowed: readonly string[], receipt: Receipt): void {
  for (const name of Object.keys(body)) {
    if (!routing.test(name) || body[name] === null || allowed.includes(name)) continue;
    receipt.apply(routingRule, toPointer([name]));
  }
}
