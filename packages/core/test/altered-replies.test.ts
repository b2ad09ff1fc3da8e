import { modelOf } from "@diglot/test-support/models";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { type Answer, type Model, withFallback, withRetry, withTimeout } from "../src/index.js";

const hello = modelOf(["Hello"]);

/** A model whose answers name it in a header. */
function altered(model: Model): Model {
  const alter = (answer: Answer): Answer => ({
    ...answer,
    headers: [...answer.headers, ["x-altered", "yes"]],
  });
  return { ...model, respond: async (request) => ({ ...(await model.respond(request)), alter }) };
}

describe("a reply that alters its answer", () => {
  const wrapped: readonly (readonly [name: string, wrap: (model: Model) => Model])[] = [
    ["alone", (model) => model],
    ["behind a retry", (model) => withRetry(model)],
    ["behind a time limit", (model) => withTimeout(model, { firstEvent: 1_000 })],
    ["behind a fallback", (model) => withFallback([model, hello])],
  ];
  for (const [name, wrap] of wrapped) {
    for (const format of formatNames) {
      it.each([true, false])(
        `has the last word, ${name}, on ${format}, stream: %s`,
        async (stream) => {
          const { service } = serviceOf(wrap(altered(hello)));
          const answer = await service.request(...requestOf(format, { stream }));
          expect(answer.headers.get("x-altered")).toBe("yes");
          expect(await answer.text()).toContain("Hello");
        },
      );
    }
  }
});
