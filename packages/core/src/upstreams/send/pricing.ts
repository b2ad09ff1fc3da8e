import { pricesAt } from "../../accounts/prices/prices.js";
import type { Pricing } from "../../conversation/priced-members.js";
import type { ModelRequest } from "../../models/model.js";
import type { Upstream } from "../upstream.js";

/** What the price list of an upstream says about a request; absent where no money is counted. */
export function pricingOf(
  { settings }: Upstream,
  { clock, audioAt }: Pick<ModelRequest, "clock" | "audioAt">,
): Pricing | undefined {
  const prices = pricesAt(settings.prices, clock.now());
  return (
    prices && { accepts: prices.accepts, longContext: prices.longContext !== undefined, audioAt }
  );
}
