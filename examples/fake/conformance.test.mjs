import assert from "node:assert/strict";
import { test } from "node:test";
import { createFake } from "@diglot/testing";
import { conformance, formatReport } from "@diglot/testing/conformance";

test("a server is held to the requirements of both formats", async () => {
  const gateway = createFake({ keys: ["sk-of-the-gateway"], models: ["small"] });
  gateway.otherwise(async function* () {
    yield "I say the same to everyone.";
  });

  const report = await conformance({
    baseUrl: "http://gateway.example",
    apiKey: "sk-of-the-gateway",
    model: "small",
    fetch: gateway.fetch,
  });
  console.log(formatReport(report));
  assert.equal(report.failed, 0);
});
