import { toPointer } from "../../json/pointer.js";
import type { JsonObject } from "../../json/value.js";
import type { Receipt } from "../receipt/receipt.js";
import type { Rule } from "../receipt/rules.js";

/**
 * Members by which a caller of LiteLLM's proxy and of gateways like it chooses where a request goes,
 * with whose key, or that no model is asked at all. They would obey with the operator's key.
 */
const routing =
  /^(?:(?:api|aws|azure|extra|mock|vertex)_\w+|base_url|custom_llm_provider|deployment_id|headers|litellm_credential_name|model_list|organization|region_name|user_config|\w*fallbacks)$/;

/** What happens to these members. */
export const routingRule: Rule = {
  outcome: "refused",
  reason: "No member of a request may choose its route or its credentials.",
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
