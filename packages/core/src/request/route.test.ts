import { describe, expect, it } from "vitest";
import type { Endpoint } from "../endpoints/endpoint.js";
import type { Format } from "../formats/format.js";
import { askedPath, findRoute, isKnownTarget, type Route, type RouteSettings } from "./route.js";

/** The members of a format that routing uses. It recognises headers that contain `mine`. */
function formatOf(name: string, path: string, countTokensPath?: string): Format {
  const recognises: Format["recognises"] = (_path, headers) => headers.get("mine") === name;
  return { name, path, countTokensPath, recognises } as unknown as Format;
}

const first = formatOf("first", "/v1/chat/completions");
const second = formatOf("second", "/v1/messages", "/v1/messages/count_tokens");
const formats: RouteSettings["formats"] = [first, second];

const endpointOf = (method: Endpoint["method"], path: string): Endpoint => ({
  method,
  path,
  answer: async () => ({ status: 200, headers: [], body: undefined }),
});

const endpoints = [
  endpointOf("GET", "/v1/usage"),
  endpointOf("GET", "/admin/keys/:id"),
  endpointOf("DELETE", "/admin/keys/:id"),
  endpointOf("POST", "/admin/keys/:id/rotate"),
  endpointOf("GET", "/v1/models/:id"),
];

function route(target: string, method = "POST", basePath = "", headers = {}): Route {
  const settings = { formats, basePath, endpoints };
  return findRoute({ method, target, headers: new Headers(headers) }, settings);
}

/** The operation of a route, or the kind of the one that has none. */
function nameOf(target: string, method = "POST", basePath = ""): string {
  const found = route(target, method, basePath);
  return found.kind === "operation" ? found.operation.name : found.kind;
}

/** The requested model. */
function idOf(target: string): string | undefined {
  const found = route(target, "GET");
  if (found.kind !== "operation" || found.operation.name !== "get_model") return undefined;
  return found.operation.id;
}

describe("findRoute", () => {
  it("finds the operations of each format", () => {
    expect(route("/v1/chat/completions")).toMatchObject({ format: first });
    expect(route("/v1/messages")).toMatchObject({ format: second });
    expect(nameOf("/v1/messages")).toBe("generate");
    expect(nameOf("/v1/messages/count_tokens")).toBe("count_tokens");
    expect(nameOf("/v1/models", "GET")).toBe("list_models");
    expect(nameOf("/v1/models/m", "GET")).toBe("get_model");
  });

  it("finds the endpoint of a method, where several have the same path", () => {
    const found = (method: string) => {
      const it = route("/admin/keys/k", method);
      return it.kind === "operation" && it.operation.name === "endpoint"
        ? it.operation.endpoint.method
        : it.kind;
    };
    expect(["GET", "HEAD", "DELETE", "POST", "PATCH"].map(found)).toEqual([
      ...["GET", "GET", "DELETE", "wrong_method", "wrong_method"],
    ]);
    expect(route("/admin/keys/k", "POST")).toMatchObject({
      allow: ["GET", "HEAD", "DELETE", "OPTIONS"],
    });
  });

  it("takes only the origin at the beginning of a target off, and everything behind the first ?", () => {
    expect(askedPath("https://host.test/v1/messages?a=b?c\nd")).toBe("/v1/messages");
    expect(askedPath("/x/https://host.test/y")).toBe("/x/https://host.test/y");
    expect(nameOf("/", "POST", "")).toBe("unknown");
    expect(nameOf("//", "POST", "")).toBe("unknown");
  });

  it.each(["/v1/messages", "/v1/messages/", "/v1/messages?beta=true", "/v1/messages/?a=/b?c"])(
    "H04 accepts %s",
    (target) => {
      expect(nameOf(target)).toBe("generate");
    },
  );

  it.each([
    "/",
    "",
    "/v1",
    "//v1/messages",
    "/v1//messages",
    "/v1/messages//",
    "/V1/Messages",
    "/v1/./messages",
    "/v1/x/../messages",
    "/%2e%2e/v1/messages",
    "/v1/%6dessages",
    "/v1/messages%2f",
    "/v1\\messages",
    "\\v1\\messages",
    "/v1/messages ",
    "/v1/messages\n",
    "/v1/messages;a=b",
    "/v1/messages#x",
    "/v1/messages/#x?beta=true",
    "/v1/messages\\",
    "/v1/messagesx",
    "/x/v1/messages",
    "v1/messages",
    "/__proto__",
    "/v1/constructor",
  ])("H04 does not know %j", (target) => {
    expect(nameOf(target)).toBe("unknown");
  });

  it("H05 looks at the path of an absolute target only", () => {
    expect(nameOf("http://evil.test/v1/messages")).toBe("generate");
    expect(nameOf("HTTPS://user@evil.test:1/v1/messages?x")).toBe("generate");
    for (const target of ["*", "http://evil.test", "ftp://x/v1/messages", "evil.test:443"]) {
      expect(nameOf(target)).toBe("unknown");
    }
  });

  it("H04 never lets a target choose the host", () => {
    expect(nameOf("//evil.test/v1/messages")).toBe("unknown");
    expect(nameOf("///v1/messages")).toBe("unknown");
  });

  describe("the page for browsers", () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    const kindOf = (target: string, method = "GET", basePath = "", headers = {}) =>
      route(target, method, basePath, { accept, ...headers }).kind;

    it("is at the root and at the base path", () => {
      for (const target of ["/", "/?x=1", "http://host.test/"]) {
        expect(kindOf(target)).toBe("home");
      }
      for (const target of ["/", "/api", "/api/", "/api?x"]) {
        expect(kindOf(target, "GET", "/api")).toBe("home");
      }
      expect(kindOf("/", "HEAD")).toBe("home");
    });

    it("is nowhere else, and for nobody who does not ask for a page", () => {
      expect(kindOf("/", "POST")).toBe("unknown");
      expect(kindOf("/v1")).toBe("unknown");
      expect(kindOf("/v1/messages")).toBe("wrong_method");
      expect(kindOf("//")).toBe("unknown");
      expect(kindOf("/", "GET", "", { accept: "*/*" })).toBe("unknown");
      expect(kindOf("/", "GET", "", { accept: "application/json" })).toBe("unknown");
    });
  });

  describe("methods", () => {
    it.each(["GET", "PUT", "DELETE", "PATCH", "HEAD", "post"])("H01 H02 refuses %s", (method) => {
      expect(route("/v1/messages", method)).toEqual({
        kind: "wrong_method",
        format: second,
        allow: ["POST", "OPTIONS"],
      });
    });

    it("lets models be read and not written", () => {
      expect(nameOf("/v1/models", "HEAD")).toBe("list_models");
      expect(nameOf("/v1/models/m", "DELETE")).toBe("wrong_method");
    });

    it("H03 answers OPTIONS on a known path with what is allowed", () => {
      expect(route("/v1/models", "OPTIONS")).toMatchObject({
        kind: "preflight",
        allow: ["GET", "HEAD", "OPTIONS"],
      });
      expect(nameOf("/nowhere", "OPTIONS")).toBe("unknown");
    });
  });

  describe("the base path", () => {
    it("is removed once, and is required", () => {
      expect(nameOf("/api/v1/messages", "POST", "/api")).toBe("generate");
      for (const target of ["/v1/messages", "/apiv1/messages", "/api", "/api/api/v1/messages"]) {
        expect(nameOf(target, "POST", "/api")).toBe("unknown");
      }
    });

    it("is compared as text", () => {
      expect(nameOf("/a.i/v1/messages", "POST", "/a.i")).toBe("generate");
      expect(nameOf("/axi/v1/messages", "POST", "/a.i")).toBe("unknown");
    });
  });

  describe("model ids", () => {
    it.each([
      ["/v1/models/gpt-x", "gpt-x"],
      ["/v1/models/team/model", "team/model"],
      ["/v1/models/team%2Fmodel", "team/model"],
      ["/v1/models/team/model/?limit=1", "team/model"],
      ["/v1/models/a%20b:1.5", "a b:1.5"],
      ["/v1/models/__proto__", "__proto__"],
    ])("are read from %s", (target, id) => {
      expect(idOf(target)).toBe(id);
    });

    it.each(["/v1/models/%", "/v1/models/%ff", "/v1/models//"])(
      "are not read from %s",
      (target) => {
        expect(nameOf(target, "GET")).toBe("unknown");
      },
    );

    it("may be missing: then the list is requested", () => {
      expect(nameOf("/v1/models/", "GET")).toBe("list_models");
    });
  });

  describe("the format of a shared path", () => {
    it.each(["/v1/models", "/v1/models/m", "/nowhere", "*"])(
      "is the one that recognises %s",
      (target) => {
        expect(route(target, "GET", "", { mine: "second" }).format).toBe(second);
        expect(route(target, "GET", "", { mine: "first" }).format).toBe(first);
      },
    );

    it("is looked for in the path outside the base path too", () => {
      const silent = { ...first, recognises: () => false };
      const byPath = { ...second, recognises: (path: string) => path.endsWith("/messages") };
      const settings: RouteSettings = { formats: [silent, byPath], basePath: "/api", endpoints };
      const request = { method: "POST", target: "/v1/messages?x", headers: new Headers() };
      expect(findRoute(request, settings)).toEqual({ kind: "unknown", format: byPath });
    });

    it("is the first if none recognises the request", () => {
      expect(route("/v1/models", "GET").format).toBe(first);
    });

    it("does not change the format of an endpoint", () => {
      expect(route("/v1/messages", "POST", "", { mine: "first" }).format).toBe(second);
      expect(route("/v1/messages", "GET", "", { mine: "first" }).format).toBe(second);
    });
  });

  describe("additional endpoints", () => {
    function parametersOf(target: string, method = "GET") {
      const found = route(target, method);
      if (found.kind !== "operation" || found.operation.name !== "endpoint") return undefined;
      return found.operation.parameters;
    }

    it("are found by path and method, below the base path", () => {
      expect(nameOf("/v1/usage?start=2026-11-01", "GET")).toBe("endpoint");
      expect(nameOf("/v1/usage/", "HEAD")).toBe("endpoint");
      expect(nameOf("/api/v1/usage", "GET", "/api")).toBe("endpoint");
      expect(nameOf("/v1/usage", "GET", "/api")).toBe("unknown");
    });

    it("get the segments of their path, decoded", () => {
      expect(parametersOf("/admin/keys/key_1")).toEqual({ id: "key_1" });
      expect(parametersOf("/admin/keys/a%2Fb%00%3F", "DELETE")).toEqual({ id: "a/b\0?" });
      expect(parametersOf("/admin/keys/__proto__/rotate", "POST")).toEqual({ id: "__proto__" });
    });

    it.each(["/admin/keys//rotate", "/admin/keys/", "/admin/keys/%ff", "/admin/keys/a/b"])(
      "do not answer %s",
      (target) => {
        expect(nameOf(target, "POST")).toBe("unknown");
      },
    );

    it("list all methods of their path", () => {
      expect(route("/admin/keys/k", "PUT")).toMatchObject({
        kind: "wrong_method",
        allow: ["GET", "HEAD", "DELETE", "OPTIONS"],
      });
      expect(route("/admin/keys/k/rotate", "OPTIONS")).toMatchObject({
        kind: "preflight",
        allow: ["POST", "OPTIONS"],
      });
    });

    it("do not replace a path of the formats", () => {
      expect(nameOf("/v1/models/m", "GET")).toBe("get_model");
    });

    it("use the format that the caller appears to use", () => {
      expect(route("/v1/usage", "GET", "", { mine: "second" }).format).toBe(second);
      expect(route("/v1/usage", "GET").format).toBe(first);
    });
  });
});

describe("isKnownTarget", () => {
  it("knows its own paths, whatever the method, and no other", () => {
    const known = (target: string, basePath = "") =>
      isKnownTarget(target, { formats, basePath, endpoints });
    expect(known("/v1/messages?x")).toBe(true);
    expect(known("/api/v1/models/m", "/api")).toBe(true);
    expect(known("/admin/keys/k/rotate")).toBe(true);
    expect(known("/admin/keys")).toBe(false);
    expect(known("/")).toBe(false);
    expect(known("/v1/messages", "/api")).toBe(false);
  });
});
