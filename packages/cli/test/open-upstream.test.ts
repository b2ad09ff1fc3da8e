import { createEcho } from "@diglot/embedded-models";
import { key } from "@diglot/test-support/key";
import { serviceOf } from "@diglot/test-support/services";
import { expect, it } from "vitest";
import { openUpstream } from "../src/gateway/models/open-upstream.js";
import { serveService } from "./servers.js";

it.each([
  [undefined, { authorization: `Bearer ${key}` }],
  ["x-api-key", { "x-api-key": key }],
] as const)(
  "an upstream whose format is found out gets its key as the config says: %s",
  async (credential, headers) => {
    const sent: object[] = [];
    const transport = async (request: {
      readonly headers: Iterable<readonly [string, string]>;
    }) => {
      sent.push(Object.fromEntries(request.headers));
      throw new Error("Enough was seen.");
    };
    const baseUrl = await serveService(serviceOf(createEcho()).service);
    const upstream = await openUpstream({ baseUrl, apiKey: key, credential }, { transport });
    await expect(upstream.list()).rejects.toThrow();
    expect(sent).toEqual([{ accept: "application/json", ...headers }]);
  },
);
