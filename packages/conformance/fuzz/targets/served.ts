import type { Model, ServiceOptions } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { countingIds } from "@diglot/test-support/ids";
import type { FormatName } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { upstreamCreators, type Way } from "../../../core/test/attempt-of.js";
import {
  fakeUpstream,
  frames,
  type ObservedRequest,
  replies,
  streamOf,
} from "../../../core/test/upstream-of.js";

/** Prices, so that each count shows in the account. */
export const prices = { input: 3, output: 15 };

/** A service that answers the same question in the same way, whenever it is asked. */
export function steadyService(model: Model, options: Partial<ServiceOptions> = {}) {
  const clock = createFakeClock();
  return { ...serviceOf(model, { clock, ids: countingIds(), ...options }), clock };
}

/** What a good upstream of a format answers: a reply, a stream or a count. */
export function answerAs(format: FormatName) {
  return ({ url, body }: ObservedRequest): Response => {
    if (url.endsWith("/count_tokens")) return Response.json({ input_tokens: 7 });
    return body.stream === true ? streamOf(frames[format]) : Response.json(replies[format]);
  };
}

/** A service before an upstream. */
export function serviceBefore(
  { upstream }: Pick<Way, "upstream">,
  answer: Parameters<typeof fakeUpstream>[0],
  options: Partial<ServiceOptions> = {},
) {
  const fake = fakeUpstream(answer, { prices });
  const model = upstreamCreators[upstream](fake.options);
  return { ...steadyService(model, options), seen: fake.seen };
}
