import { describe, expect, it } from "vitest";
import { type ConformanceOptions, checks, conformance } from "./conformance.js";
import type { Target } from "./probing/probe.js";

const apiKey = "sk-secret-0123456789";

/** A server of nothing but these answers to all that is asked. */
function target(answer: (request: Request) => Response | Promise<Response>): Target {
  const asked = async (input: Request | URL | string, init?: RequestInit) =>
    answer(new Request(input, init));
  return { baseUrl: "http://server.example/", apiKey, model: "m", fetch: asked };
}

/** The model answers once; what follows is answered in this way. */
function afterFirst(answer: (request: Request) => Response | Promise<Response>) {
  let asked = 0;
  return (request: Request) => {
    if (request.method === "POST") asked += 1;
    return asked > 1 ? answer(request) : Response.json({});
  };
}

const refusing = (message: string) => () => Response.json({ error: { message } }, { status: 418 });

describe("conformance", () => {
  it("runs the checks that were asked for, by id, requirement or capability", async () => {
    const idsOf = async (...only: string[]) =>
      (await conformance(target(refusing("No.")), { only })).results.map(({ id }) => id);
    expect(await idsOf("M019")).toEqual(["M019"]);
    expect(await idsOf("M030")).toEqual(["M030a", "M030b"]);
    expect(await idsOf("M030a")).toEqual(["M030a"]);
    const media = checks.filter(
      ({ capability, format }) => capability === "Media" && format !== "responses",
    );
    expect(await idsOf("Media")).toEqual(media.map(({ id }) => id));
  });

  it("leaves out what its options say, and what a lenient server may let pass", async () => {
    const options = { only: ["M030", "M031", "M032"], except: ["M030b"] };
    const idsOf = async (profile: "strict" | "lenient") =>
      (await conformance(target(refusing("No.")), { ...options, profile })).results.map(
        ({ id }) => id,
      );
    expect(await idsOf("strict")).toEqual(["M030a", "M031a", "M031b", "M032"]);
    expect(await idsOf("lenient")).toEqual(["M030a"]);
  });

  it("runs the checks of the formats that the target speaks", async () => {
    const one = { ...target(refusing("No.")), formats: ["messages"] as const };
    const { results } = await conformance(one, { only: ["Basics", "Errors"] });
    expect(new Set(results.map(({ format }) => format))).toEqual(new Set(["messages"]));
  });

  it("asks in Responses if the target names it, with the key where that format has it", async () => {
    const asked: unknown[] = [];
    const server = target(async (request) => {
      if (request.method === "POST") {
        const { pathname } = new URL(request.url);
        asked.push([pathname, request.headers.get("authorization"), await request.json()]);
      }
      return refusing("No.")();
    });
    const { results } = await conformance(
      { ...server, formats: ["responses"], model: { responses: "r" } },
      { only: ["R001"] },
    );
    expect(results).toMatchObject([{ id: "R001", format: "responses", outcome: "failed" }]);
    const smallest = { model: "r", input: "Say hello." };
    expect(asked.at(-1)).toEqual(["/v1/responses", `Bearer ${apiKey}`, smallest]);
  });

  it("says what was expected and what came, without the key", async () => {
    const revealing = target((request) => refusing(`Not ${request.headers.get("x-api-key")}!`)());
    const { failed, passed, results } = await conformance(revealing, { only: ["M001"] });
    expect({ failed, passed }).toEqual({ failed: 1, passed: 0 });
    expect(results[0]).toMatchObject({ id: "M001", outcome: "failed" });
    expect(results[0]?.reason).toMatch(/^the status: expected 200, but it is "418 .*Not \[key\]!/);
    expect(JSON.stringify(results)).not.toContain(apiKey);
  });

  it("shows the key nowhere, however often the server repeats it", async () => {
    const revealing = target(() => refusing(`Not ${apiKey}, and not ${apiKey}!`)());
    const { results } = await conformance(revealing, { only: ["M001"] });
    expect(results[0]?.reason).toContain("Not [key], and not [key]!");
  });

  it("gives the results in the order of the checks, whichever answer comes first", async () => {
    const slow = target(async (request) => {
      const { max_tokens } = request.method === "POST" ? await request.json() : {};
      if (max_tokens === undefined) await new Promise((resolve) => setImmediate(resolve));
      return refusing("No.")();
    });
    const reported: string[] = [];
    const onResult = ({ id }: { readonly id: string }) => void reported.push(id);
    const { results } = await conformance(slow, { only: ["M019", "M020", "M021"], onResult });
    expect(reported).toEqual(["M020", "M021", "M019"]);
    expect(results.map(({ id }) => id)).toEqual(["M019", "M020", "M021"]);
  });

  it("fails a check whose request has no answer, and says so", async () => {
    const breaking = target(
      afterFirst(() => {
        throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
      }),
    );
    const { results } = await conformance(breaking, { only: ["M001"] });
    expect(results[0]?.reason).toBe(
      "POST /v1/messages has no whole answer: fetch failed (socket hang up)",
    );
  });

  it("fails a check whose answer never comes to its end", async () => {
    const hanging = target(
      afterFirst(
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          }),
      ),
    );
    const { results } = await conformance({ ...hanging, timeout: 5 }, { only: ["M001"] });
    expect(results[0]?.reason).toBe("POST /v1/messages has no whole answer: none within 5 ms");
  });

  it("skips what a model does not do, with the reason", async () => {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "I would rather not." }],
      stop_reason: "end_turn",
    };
    const { results, skipped } = await conformance(
      target(() => Response.json(message)),
      { only: ["M064"] },
    );
    expect(skipped).toBe(1);
    expect(results[0]).toMatchObject({
      outcome: "skipped",
      reason: "the model gave no tool_use block",
    });
  });

  it("asks the given number at a time and reports each result", async () => {
    let [under, most] = [0, 0];
    const totals = new Set<number>();
    const slow = target(async (request) => {
      if (request.method === "POST") most = Math.max(most, ++under);
      await Promise.resolve();
      if (request.method === "POST") under--;
      return refusing("No.")();
    });
    const reported: string[] = [];
    const options = { only: ["Validation"], concurrency: 2 };
    const { results } = await conformance(slow, {
      ...options,
      onResult({ id }, progress) {
        reported.push(id);
        expect(progress).toEqual({ done: reported.length, total: expect.any(Number) });
        totals.add(progress.total);
      },
    });
    expect(most).toBe(2);
    expect(reported.toSorted()).toEqual(results.map(({ id }) => id).toSorted());
    expect([...totals]).toEqual([results.length]);
  });

  it("asks for the first model of the list if none is named", async () => {
    const asked = new Set<unknown>();
    const { model: _, ...listing } = target(async (request) => {
      if (request.method === "GET") return Response.json({ data: [{ id: "first" }, { id: "b" }] });
      asked.add((await request.json()).model);
      return refusing("No.")();
    });
    await conformance(listing, { only: ["M001", "C001"] });
    expect([...asked]).toEqual(["first"]);
  });

  it("is rejected if nothing would be checked", async () => {
    const server = target(refusing("No."));
    const nothing: readonly (readonly [Partial<Target>, ConformanceOptions])[] = [
      [{}, { only: ["M999"] }],
      [{}, { only: ["M001"], except: ["Basics"] }],
      [{}, { except: ["Basic"] }],
      [{}, { concurrency: 0 }],
      [{}, { concurrency: Number.NaN }],
      [{ formats: [] }, {}],
      [{ formats: ["messages"] }, { only: ["C001"] }],
    ];
    for (const [change, options] of nothing) {
      await expect(conformance({ ...server, ...change }, options)).rejects.toThrow(TypeError);
    }
  });

  it("takes an address with slashes at its end, and asks below it", async () => {
    const asked = new Set<string>();
    const server = target((request) => {
      asked.add(new URL(request.url).pathname);
      return refusing("No.")();
    });
    await conformance({ ...server, baseUrl: "http://server.example/proxy//" }, { only: ["M001"] });
    expect([...asked]).toEqual(["/proxy/v1/models", "/proxy/v1/messages"]);
  });

  it.each([
    "server.example",
    "ftp://server.example",
    "http:///",
    "http://server.example/v1",
    "http://server.example/v1/",
  ])("is rejected for an address that is none of a server: %s", async (baseUrl) => {
    const failure = conformance({ ...target(refusing("No.")), baseUrl });
    await expect(failure).rejects.toThrow(/"target.baseUrl" must be an address without "\/v1"/);
  });

  it("asks with the key where the format has it, and with another one if there is none", async () => {
    const keys = new Set<string | null>();
    const server = target(({ headers }) => {
      keys.add(headers.get("x-api-key") ?? headers.get("authorization"));
      return refusing("No.")();
    });
    const { apiKey: _, ...keyless } = server;
    for (const each of [server, keyless]) await conformance(each, { only: ["M001", "C001a"] });
    expect([...keys]).toEqual([
      apiKey,
      `Bearer ${apiKey}`,
      "sk-conformance",
      "Bearer sk-conformance",
    ]);
  });

  it("repeats the reasons of a server whose key is empty as they are", async () => {
    const server = { ...target(refusing("No.")), apiKey: "" };
    const { results } = await conformance(server, { only: ["M001"] });
    expect(results[0]?.reason).toContain("No.");
    expect(results[0]?.reason).not.toContain("[key]");
  });

  it("asks each format for the model that is named for it", async () => {
    const asked = new Set<unknown>();
    const server = target(async (request) => {
      if (request.method === "POST") asked.add((await request.json()).model);
      return refusing("No.")();
    });
    const model = { messages: "m", "chat-completions": "c" };
    await conformance({ ...server, model }, { only: ["M001", "C001a"] });
    expect([...asked].toSorted()).toEqual(["c", "m"]);
  });

  it("is rejected at once if there is nobody, or no model to ask for", async () => {
    const nobody = target(() => {
      throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    });
    await expect(conformance(nobody)).rejects.toThrow(
      "Cannot reach http://server.example/: GET /v1/models has no whole answer: fetch failed (connect ECONNREFUSED)",
    );
    const { model: _, ...nameless } = target(refusing("No."));
    await expect(conformance(nameless)).rejects.toThrow("name a model to ask for");
  });

  it.each([
    ["the key", 401, "key_refused", "refuses the key"],
    ["the key, as a proxy does", 403, "key_refused", "refuses the key"],
    ["the model or the endpoint", 404, "model_refused", 'refuses a request for the model "m"'],
    ["everybody for a while", 503, "not_ready", 'refuses a request for the model "m"'],
  ])("is rejected at once if the server refuses %s", async (_what, status, kind, words) => {
    let posts = 0;
    const server = target((request) => {
      if (request.method === "POST") posts += 1;
      return Response.json({ error: { message: `No, ${apiKey}` } }, { status });
    });
    const failure = conformance({ ...server, formats: ["messages"] });
    await expect(failure).rejects.toMatchObject({
      kind,
      message: `http://server.example/ ${words}: POST /v1/messages is answered with ${status}: "No, [key]"`,
    });
    expect(posts).toBe(1);
  });

  it("is rejected at once if the model is unknown, whatever the status says", async () => {
    const error = { message: "x".repeat(500), code: "model_not_found" };
    const server = target(() => Response.json({ error }, { status: 400 }));
    await expect(conformance(server)).rejects.toMatchObject({
      kind: "model_refused",
      message: expect.stringMatching(/400: "x{200}"$/),
    });
  });

  it.each([
    [405, "model_refused"],
    [429, "not_ready"],
    [501, "model_refused"],
    [502, "not_ready"],
    [504, "not_ready"],
  ])("is rejected at once if the smallest request is answered %i: %s", async (status, kind) => {
    const server = target(() => Response.json({ error: { message: "No." } }, { status }));
    await expect(conformance(server)).rejects.toMatchObject({ kind });
  });

  it("is not rejected for a refusal that is none of every request", async () => {
    const server = target(() => Response.json({ error: { message: "No." } }, { status: 400 }));
    expect(await conformance(server, { only: ["M001"] })).toMatchObject({ failed: 1 });
  });

  it("is rejected at once if a server that is busy has no JSON for it", async () => {
    const server = target(() => new Response("Busy.", { status: 503 }));
    await expect(conformance(server)).rejects.toMatchObject({
      kind: "not_ready",
      message: expect.stringMatching(/503: "Busy\."$/),
    });
  });

  it("says what came in the place of a list if there is no model to ask for", async () => {
    const messageFor = async (list: Response) => {
      const { model: _, ...nameless } = target(() => list);
      return conformance({ ...nameless, formats: ["messages"] }).catch(({ message }) => message);
    };
    const nameOne = "http://server.example/ lists no models: name a model to ask for (messages)";
    expect(await messageFor(Response.json({ data: [] }))).toBe(nameOne);
    expect(await messageFor(Response.json({ data: [{ id: 5 }] }))).toBe(nameOne);
    const page = new Response("<html>", { headers: { "content-type": "text/html" } });
    expect(await messageFor(page)).toBe(
      `${nameOne}. GET /v1/models is answered with 200 and a web page`,
    );
    expect(await messageFor(Response.json({ data: "none" }, { status: 500 }))).toMatch(
      /\. GET \/v1\/models is answered with 500: /,
    );
  });

  it("never shows the key, not even if nobody can be reached", async () => {
    const nobody = target(() => {
      throw new TypeError(`fetch failed for ${apiKey}`);
    });
    await expect(conformance(nobody)).rejects.toThrow("fetch failed for [key]");
  });

  it("is rejected at once if there is something else than an API", async () => {
    const page = new Response("<html>It works!</html>", {
      headers: { "content-type": "text/html" },
    });
    await expect(conformance(target(() => page.clone()))).rejects.toMatchObject({
      kind: "not_json",
      message: expect.stringContaining("is answered with 200 and a web page"),
    });
  });

  it("is rejected at once if the key is refused before a model is found", async () => {
    const { model: _, ...locked } = target(() => new Response("", { status: 401 }));
    await expect(conformance(locked)).rejects.toMatchObject({
      kind: "key_refused",
      message: "http://server.example/ refuses the key: GET /v1/models is answered with 401",
    });
  });
});
