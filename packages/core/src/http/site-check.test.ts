import { describe, expect, it } from "vitest";
import { checkOptions } from "../validation/check-options.js";
import { shape } from "../validation/objects.js";
import {
  createSiteCheck,
  type Evidence,
  type SiteOptions,
  validHosts,
  validOrigins,
} from "./site-check.js";

const json = { "content-type": "application/json" };

/** What happens to a POST with these headers; its host is loopback unless they say otherwise. */
function outcomeOf(
  headers: Record<string, string>,
  options: SiteOptions = {},
  evidence: Evidence = "none",
) {
  const check = createSiteCheck(options, evidence);
  try {
    check({
      method: "POST",
      headers: new Headers({ host: "127.0.0.1:8080", ...json, ...headers }),
    });
    return "passes";
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

describe("a service without keys", () => {
  it.each([
    "localhost",
    "localhost:8080",
    "LocalHost:1",
    "app.localhost:3000",
    "127.0.0.1",
    "127.8.9.10:65535",
    "[::1]",
    "[::1]:8080",
  ])("T21 may be called under the host %s", (host) => {
    expect(outcomeOf({ host })).toBe("passes");
  });

  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:127",
    "notlocalhost",
    "192.168.0.1",
    "0.0.0.0",
    "[::]",
    "[::ffff:127.0.0.1]",
    "localhost, evil.example",
    "evil.example, localhost",
    "localhost@evil.example",
    "localhost:80:80",
    "x:.localhost",
    "",
  ])("T21 may not be called under the host %j, to which another name may resolve", (host) => {
    expect(outcomeOf({ host })).toBe("no_permission");
  });

  it("T21 may be called without a host, as no browser can", () => {
    const check = createSiteCheck({}, "none");
    expect(() => check({ method: "POST", headers: new Headers(json) })).not.toThrow();
  });

  it.each(["http://127.0.0.1:8080", "https://127.0.0.1:8080"])(
    "T21 may be called by its own pages, %s",
    (origin) => {
      expect(outcomeOf({ origin })).toBe("passes");
    },
  );

  it.each([
    "https://evil.example",
    "http://127.0.0.1",
    "http://localhost:8080",
    "null",
    "",
    "http://127.0.0.1:8080.evil.example",
  ])("T21 may not be called by pages of %j", (origin) => {
    expect(outcomeOf({ origin })).toBe("no_permission");
  });

  it("T21 H14 requires the content type, which a simple request of a page cannot have", () => {
    expect(outcomeOf({ "content-type": "" })).toBe("unsupported_media");
    const check = createSiteCheck({}, "none");
    expect(() => check({ method: "GET", headers: new Headers() })).not.toThrow();
  });

  it("allows the hosts and origins of its options", () => {
    const hosts = { allowedHosts: ["models.example", "nas:8080", "[fe80::1]"] };
    expect(outcomeOf({ host: "models.example:99" }, hosts)).toBe("passes");
    expect(outcomeOf({ host: "Nas:8080" }, hosts)).toBe("passes");
    expect(outcomeOf({ host: "nas:8081" }, hosts)).toBe("no_permission");
    expect(outcomeOf({ host: "[fe80::1]:1" }, hosts)).toBe("passes");
    expect(outcomeOf({ host: "localhost" }, hosts)).toBe("passes");
    const origins = { allowedOrigins: ["https://app.example", "vscode-webview://abc"] };
    expect(outcomeOf({ origin: "https://app.example" }, origins)).toBe("passes");
    expect(outcomeOf({ origin: "vscode-webview://abc" }, origins)).toBe("passes");
    expect(outcomeOf({ origin: "http://app.example" }, origins)).toBe("no_permission");
    const all = { allowedHosts: "*", allowedOrigins: "*" } as const;
    expect(outcomeOf({ host: "any.example", origin: "https://other.example" }, all)).toBe("passes");
  });
});

describe("a caller whom the host knows", () => {
  it("T21 may call under any host, from the host's own pages and from programs", () => {
    const host = "app.example";
    expect(outcomeOf({ host }, {}, "host")).toBe("passes");
    expect(outcomeOf({ host, origin: "https://app.example" }, {}, "host")).toBe("passes");
  });

  it.each(["https://evil.example", "https://app.example.evil.example", "null"])(
    "T21 may not be driven by pages of %s, for which browsers send its cookies",
    (origin) => {
      expect(outcomeOf({ host: "app.example", origin }, {}, "host")).toBe("no_permission");
      const options = { allowedOrigins: [origin].filter((each) => each !== "null") };
      const expected = origin === "null" ? "no_permission" : "passes";
      expect(outcomeOf({ host: "app.example", origin }, options, "host")).toBe(expected);
    },
  );

  it("T21 H14 must say that a POST is JSON", () => {
    expect(outcomeOf({ "content-type": "" }, {}, "host")).toBe("unsupported_media");
  });
});

describe("an endpoint that answers everyone", () => {
  it.each([
    "localhost:8080",
    "10.1.2.3",
    "10.1.2.3:8787",
    "[fe80::1]:8787",
    "gateway",
    "gateway:8787",
  ])("is served under %s, an address or a name of its own network", (host) => {
    expect(outcomeOf({ host }, {}, "public")).toBe("passes");
  });

  it.each([
    "evil.example",
    "evil.example:8787",
    "10.1.2.3.evil.example",
    "gateway.",
    "gateway, evil.example",
    "[fe80::1].evil.example",
    "",
  ])("is not served under %j, which a page of another site could have", (host) => {
    expect(outcomeOf({ host }, {}, "public")).toBe("no_permission");
  });

  it("is served under the hosts of the options, and to pages of the origins there", () => {
    const hosts = { allowedHosts: ["gateway.example"] };
    expect(outcomeOf({ host: "gateway.example:443" }, hosts, "public")).toBe("passes");
    expect(outcomeOf({ host: "any.example" }, { allowedHosts: "*" }, "public")).toBe("passes");
    const origin = "https://evil.example";
    expect(outcomeOf({ origin }, { allowedOrigins: [] }, "public")).toBe("no_permission");
  });
});

describe("a service with keys", () => {
  it("may be called by anyone who has one", () => {
    const foreign = { host: "evil.example", origin: "https://evil.example", "content-type": "" };
    expect(outcomeOf(foreign, {}, "key")).toBe("passes");
  });

  it("applies the lists of its options", () => {
    const options = { allowedHosts: ["models.example"], allowedOrigins: [] };
    expect(outcomeOf({ host: "evil.example" }, options, "key")).toBe("no_permission");
    expect(outcomeOf({ origin: "https://evil.example" }, options, "key")).toBe("no_permission");
    expect(outcomeOf({ host: "models.example" }, options, "key")).toBe("passes");
  });
});

describe("a refusal", () => {
  it("names the header and the list of a site that may not call", () => {
    const refuse = (headers: Record<string, string>, method = "POST") => {
      const check = createSiteCheck({}, "none");
      const all = new Headers({ host: "127.0.0.1:8080", ...headers });
      return () => check({ method, headers: all });
    };
    expect(refuse({ ...json, host: "evil.example" })).toThrow(
      "The host is not in the list allowedHosts of this service.",
    );
    expect(refuse({ ...json, origin: "https://evil.example" })).toThrow(
      "The origin is not in the list allowedOrigins of this service.",
    );
    expect(refuse({})).toThrow("The content type must be application/json.");
    expect(refuse({}, "GET")).not.toThrow();
  });

  it("T21 does not take an origin for the service's own that only ends or begins like it", () => {
    const refusedOrigins = [
      "x-http://127.0.0.1:8080",
      "127.0.0.1:8080",
      "ftp://127.0.0.1:8080",
      "http://127.0.0.1:80",
    ];
    for (const origin of refusedOrigins) expect(outcomeOf({ origin })).toBe("no_permission");
    expect(outcomeOf({ origin: "http://127.0.0.1:8080" })).toBe("passes");
  });
});

describe("the options", () => {
  const validate = (options: SiteOptions) => {
    const check = shape("options", { allowedHosts: validHosts, allowedOrigins: validOrigins });
    return () => checkOptions("createService", options, check);
  };

  it("take hosts and origins, or all of them", () => {
    const hosts = ["app.example", "192.168.1.5:8080", "[::1]:80", "a"];
    const origins = ["https://app.example", "http://127.0.0.1:3000", "chrome-extension://abc"];
    expect(validate({ allowedHosts: hosts, allowedOrigins: origins })).not.toThrow();
    expect(validate({ allowedHosts: "*", allowedOrigins: "*" })).not.toThrow();
    expect(validate({ allowedHosts: [], allowedOrigins: [] })).not.toThrow();
  });

  it("are refused with what belongs there", () => {
    expect(validate({ allowedHosts: ["A"] })).toThrow(
      '"allowedHosts[0]" must be a host such as "app.example", in lower case',
    );
    expect(validate({ allowedOrigins: ["app.example"] })).toThrow(
      '"allowedOrigins[0]" must be an origin such as "https://app.example", in lower case',
    );
    expect(validate({ allowedOrigins: ["1://app.example"] })).toThrow("must be an origin");
    expect(validate({ allowedHosts: "all" as never })).toThrow(
      '"allowedHosts" must be "*" or a list',
    );
  });
});

it.each<SiteOptions>([
  { allowedHosts: ["https://models.example"] },
  { allowedHosts: ["Models.example"] },
  { allowedHosts: ["*.example"] },
  { allowedHosts: "models.example" as never },
  { allowedHosts: [5 as never] },
  { allowedOrigins: ["app.example"] },
  { allowedOrigins: ["https://app.example/"] },
  { allowedOrigins: ["*"] },
])("an entry that no request can have is refused at construction: %j", (options) => {
  const check = shape("options", { allowedHosts: validHosts, allowedOrigins: validOrigins });
  expect(() => checkOptions("createService", options, check)).toThrow(
    /^createService: "allowed(Hosts|Origins)(\[0\])?" must be /,
  );
});
