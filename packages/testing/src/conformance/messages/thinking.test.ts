import { expect, it } from "vitest";
import { answerOf, probeOf } from "../../../test/conformance/hand-made-probe.js";
import { at } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { thinking } from "./thinking.js";

/** A server that thinks, and takes its thinking back with this signature only. */
function signing(signature: string): { readonly probe: Probe; readonly received: unknown[] } {
  const received: unknown[] = [];
  const content = [{ type: "thinking", thinking: "", signature }];
  const error = { type: "invalid_request_error", message: "The signature is invalid." };
  const probe = probeOf(({ body }) => {
    const echoed = at(body, "messages", 1, "content", 0, "signature");
    if (echoed === undefined) return answerOf(200, { content });
    received.push(echoed);
    return echoed === signature ? answerOf(200, { content }) : answerOf(400, { error });
  });
  return { probe, received };
}

const check = (id: string) => thinking.find((one) => one.id === id);

it.each(["AAAA", "BBBB", "a", "c2lnbg=="])(
  "the signature %s is altered to another one of its length",
  async (signature) => {
    const { probe, received } = signing(signature);
    await check("M071b")?.run(probe);
    await check("M071a")?.run(probe);
    expect(received).toHaveLength(2);
    expect(received[0]).not.toBe(signature);
    expect(received[0]).toHaveLength(signature.length);
    expect(received[1]).toBe(signature);
  },
);
