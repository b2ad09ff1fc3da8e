import { modelOf } from "@diglot/test-support/models";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { expect, it, vi } from "vitest";
import { createService, toExchange } from "../src/index.js";

it.each(formatNames)(
  "a %s caller that leaves before its request is admitted is charged nothing and calls no model",
  async (format) => {
    const caller = new AbortController();
    const respond = vi.fn(modelOf(["Hello."]).respond);
    const admit = vi.fn(async () => ({}));
    const release = vi.fn();
    const limits = { enter: async () => ({ admit, release }) };
    const model = {
      ...modelOf(["Hello."]),
      respond,
      // This is the last that is asked about a request before its rates.
      get validatesOwnRequests() {
        caller.abort();
        return true;
      },
    };
    const service = createService({ models: [model], allowAnonymous: true, limits });
    const [path, init] = requestOf(format);
    const exchange = toExchange(new Request(new URL(path, "http://localhost"), init));
    const { status } = await service.handle({ ...exchange, signal: caller.signal });
    expect(status).toBe(499);
    expect(admit).not.toHaveBeenCalled();
    expect(release).toHaveBeenCalledTimes(1);
    expect(respond).not.toHaveBeenCalled();
  },
);
