import { isFree, pricesAt } from "../../accounts/prices/prices.js";
import type { Pricing } from "../../conversation/members/priced-members.js";
import type { ModelRequest } from "../../models/model.js";
import type { Upstream } from "../upstream.js";

/** What the price list of an upstream says about a request; absent where nothing costs anything. */
export function pricingOf(
  { settings }: Upstream,
  { clock, audioAt }: Pick<ModelRequest, "clock" | "audioAt">,
): Pricing | undefined {
  const prices = pricesAt(settings.prices, clock.now());
  if (!prices || isFree(prices)) return undefined;
  const { accepts, longContext } = prices;
  return { accepts, longContext: longContext !== undefined, audioAt };
}
