import type { Capability, Check } from "../check.js";
import { type ExpectedError, isAnswer, isErrorOf, type Json } from "../expect.js";
import type { Probe, ProbeRequest } from "../probing/probe.js";

/** One check of this format. */
export function check(
  id: string,
  capability: Capability,
  what: string,
  run: (probe: Probe) => Promise<void>,
): Check {
  return { id, format: "messages", capability, what, run };
}

/** A request that must be refused with 400, in a message that names what is wrong. */
export function refused(
  id: string,
  capability: Capability,
  what: string,
  request: ProbeRequest,
  names: ExpectedError["names"],
): Check {
  return check(id, capability, `${what} is refused with 400.`, async (probe) => {
    isErrorOf(await probe.send(request), { status: 400, type: "invalid_request_error", names });
  });
}

/** How servers say that it is the model which lacks something. */
export const lacking = /not supported (for|on|by|with) this model|model does not support/i;

/** A request that must be answered, whatever the answer says, unless the model lacks what it takes. */
export function accepted(
  id: string,
  capability: Capability,
  what: string,
  request: ProbeRequest,
): Check {
  return check(id, capability, `${what} is accepted.`, async (probe) => {
    await askIfAble(probe, request, lacking);
  });
}

/**
 * The answer to a request that a model may not take.
 * @throws what ends the check as skipped if the request is refused with 400 in words of this kind
 */
export async function askIfAble(
  probe: Probe,
  request: ProbeRequest,
  refusal: RegExp,
): Promise<Json> {
  const answer = await probe.send(request);
  skipRefused(probe, answer, refusal);
  return isAnswer(answer);
}

/** @throws what ends the check as skipped if the answer is a 400 in words of this kind */
export function skipRefused(
  probe: Probe,
  answer: Awaited<ReturnType<Probe["send"]>>,
  refusal: RegExp,
): void {
  if (answer.status === 400 && refusal.test(answer.text)) {
    probe.skip(`the model does not take it: ${answer.text.slice(0, 200)}`);
  }
}
