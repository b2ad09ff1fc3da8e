import { describe, expect, it } from "vitest";
import { ServiceError } from "../errors/service-error.js";
import { withRates } from "../errors/with-rates.js";
import { defineModel } from "../models/in-process/define-model.js";
import { toSettings } from "../settings.js";
import { addRateHeaders } from "./rate-headers.js";

const settings = toSettings({
  models: [defineModel("m", async function* () {})],
  allowAnonymous: true,
});
const { formats } = settings;
const rates = { requests: { limit: 50, remaining: 49, resetAt: 0 } };

describe("addRateHeaders", () => {
  it.each(formats)(
    "replaces the rates of an upstream with those of the service, for $name",
    (format) => {
      const own = format.rateHeaders(rates, 0);
      const others = ["x-ratelimit-limit-tokens", "anthropic-ratelimit-tokens-limit"];
      const names = [...own.map(([name]) => name), ...others];
      const upstreams = names.map((name) => [name, "7"] as const);
      const headers = addRateHeaders([["x-other", "1"], ...upstreams], rates, { format, settings });
      expect(own.length).toBeGreaterThan(0);
      expect(headers).toEqual([["x-other", "1"], ...own]);
    },
  );

  it.each(formats)(
    "leaves the upstream's rates if no rate limits the request, for $name",
    (format) => {
      const headers = [["x-ratelimit-limit-requests", "7"]] as const;
      expect(addRateHeaders(headers, undefined, { format, settings })).toBe(headers);
    },
  );
});

describe("withRates", () => {
  it("adds the rates to a failure and keeps everything else", () => {
    const failure = new ServiceError({
      kind: "bad_request",
      message: "No.",
      param: "n",
      retryAfterSeconds: 3,
      mayHaveRun: true,
      cause: new Error("why"),
    });
    const reported = withRates(failure, rates);
    expect(reported).toBeInstanceOf(ServiceError);
    expect(reported).toMatchObject({ ...failure, message: "No.", cause: failure.cause, rates });
  });

  it("does not change rates that are already there, nor errors that are not ServiceErrors", () => {
    const refusal = new ServiceError({ kind: "rate_limited", message: "No.", rates: {} });
    const thrown = new Error("defect");
    expect(withRates(refusal, rates)).toBe(refusal);
    expect(withRates(thrown, rates)).toBe(thrown);
  });
});
