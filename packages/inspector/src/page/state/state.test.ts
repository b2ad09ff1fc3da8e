import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { RequestList, RequestSummary } from "../../wire.js";

/** What the modules need of a browser. */
interface Browser {
  readonly location: { hash: string; pathname: string; readonly reload: () => void };
  readonly storage: Map<string, string>;
  readonly replaceState: ReturnType<typeof vi.fn>;
  readonly fetch: ReturnType<typeof vi.fn<(path: string, init: RequestInit) => Promise<Response>>>;
  readonly document: { hidden: boolean };
  readonly listeners: Map<string, () => void>;
}

const storageName = "diglot-inspector-credential";

/** Puts a browser around the modules that are imported next; each import is a new page. */
function openBrowser(address: Partial<Browser["location"]> = {}): Browser {
  vi.resetModules();
  const storage = new Map<string, string>();
  const browser: Browser = {
    location: { hash: "", pathname: "/inspector", reload: vi.fn(), ...address },
    storage,
    replaceState: vi.fn(),
    fetch: vi.fn(),
    document: { hidden: false },
    listeners: new Map(),
  };
  vi.stubGlobal("location", browser.location);
  vi.stubGlobal("history", { replaceState: browser.replaceState });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  });
  vi.stubGlobal("fetch", browser.fetch);
  vi.stubGlobal("document", browser.document);
  vi.stubGlobal("window", {
    addEventListener: (name: string, listener: () => void) => browser.listeners.set(name, listener),
    setTimeout: (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds),
    clearTimeout: (timer: number) => clearTimeout(timer),
  });
  return browser;
}

const refusal = (status: number, message: string) =>
  Response.json({ error: { message } }, { status });

describe("the credential", () => {
  it("is taken from the address, which has it no longer, and kept for the tab", async () => {
    const browser = openBrowser({ hash: "#credential=a%20b" });
    const { credential } = await import("./api.js");
    expect(credential.value).toBe("a b");
    expect(browser.replaceState).toHaveBeenCalledExactlyOnceWith(null, "", "/inspector");
    expect(browser.storage.get(storageName)).toBe("a b");
  });

  it("is exchanged for the token of a one-time link, which the address has no longer", async () => {
    const { fetch, replaceState } = openBrowser({ hash: "#once=token" });
    fetch.mockResolvedValueOnce(Response.json({ credential: "own" }));
    const { credential, openOnce } = await import("./api.js");
    expect(credential.value).toBeUndefined();
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, "", "/inspector");
    await openOnce();
    expect(credential.value).toBe("own");
    expect(fetch.mock.calls).toEqual([
      ["/inspector/session", expect.objectContaining({ method: "POST", body: "{}" })],
    ]);
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ "x-api-key": "token" });
  });

  it("that the tab has kept stays if a link is refused, and nothing is exchanged without one", async () => {
    const { fetch, storage } = openBrowser({ hash: "#once=spent" });
    storage.set(storageName, "kept");
    fetch.mockResolvedValueOnce(refusal(401, "It was used."));
    const { credential, openOnce, refusal: why } = await import("./api.js");
    await openOnce();
    expect([credential.value, why.value]).toEqual(["kept", "It was used."]);
    openBrowser();
    await (await import("./api.js")).openOnce();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("is the one of the tab if the address has none", async () => {
    const { storage } = openBrowser({ hash: "#/use" });
    storage.set(storageName, "kept");
    expect((await import("./api.js")).credential.value).toBe("kept");
  });

  it("is remembered when it was accepted, and forgotten when one leaves", async () => {
    const { storage } = openBrowser();
    const { credential, enter, leave, refusal: why } = await import("./api.js");
    leave("It was wrong.");
    expect([credential.value, why.value]).toEqual([undefined, "It was wrong."]);
    enter("right");
    expect([credential.value, why.value]).toEqual(["right", undefined]);
    expect(storage.get(storageName)).toBe("right");
    leave();
    expect([credential.value, why.value, storage.size]).toEqual([undefined, undefined, 0]);
  });
});

describe("a question", () => {
  it("goes where the page stands, with the credential", async () => {
    const { fetch } = openBrowser({ pathname: "/gateway/inspector/" });
    const { ask, enter } = await import("./api.js");
    enter("right");
    fetch.mockImplementation(async () => Response.json({ ok: true }));
    expect(await ask("/admin/keys")).toEqual({ ok: true });
    await ask("/admin/keys", { method: "POST", body: { name: null }, as: "other" });
    expect(fetch.mock.calls).toEqual([
      ["/gateway/admin/keys", { method: "GET", headers: { "x-api-key": "right" } }],
      [
        "/gateway/admin/keys",
        {
          method: "POST",
          headers: { "x-api-key": "other", "content-type": "application/json" },
          body: '{"name":null}',
        },
      ],
    ]);
  });

  it("fails with the status and the words of the service, or with the status alone", async () => {
    const { fetch } = openBrowser();
    const { ask, credential, enter } = await import("./api.js");
    enter("right");
    fetch.mockResolvedValueOnce(refusal(409, "It is there already."));
    await expect(ask("/x")).rejects.toMatchObject({ status: 409, message: "It is there already." });
    fetch.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
    await expect(ask("/x")).rejects.toMatchObject({
      status: 502,
      message: "The service answered 502.",
    });
    expect(credential.value).toBe("right");
  });

  it("forgets a credential that is refused, and says why", async () => {
    const { fetch, storage } = openBrowser();
    const { ask, credential, enter, refusal: why } = await import("./api.js");
    enter("old");
    fetch.mockResolvedValueOnce(refusal(401, "It was changed."));
    await expect(ask("/x")).rejects.toThrow("It was changed.");
    expect([credential.value, why.value, storage.size]).toEqual([undefined, "It was changed.", 0]);
  });
});

describe("a list of administrators", () => {
  it("is read page after page", async () => {
    const { fetch } = openBrowser();
    const { listAll } = await import("./admin.js");
    fetch.mockResolvedValueOnce(Response.json({ data: [1, 2], has_more: true, next: "a b" }));
    fetch.mockResolvedValueOnce(Response.json({ data: [3], has_more: false, next: "c" }));
    expect(await listAll("/admin/keys")).toEqual([1, 2, 3]);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual([
      "/admin/keys",
      "/admin/keys?after=a%20b",
    ]);
  });

  it("is none where the service has no such endpoints, and fails for other reasons", async () => {
    const { fetch } = openBrowser();
    const { listAll } = await import("./admin.js");
    fetch.mockResolvedValueOnce(refusal(404, "No."));
    expect(await listAll("/admin/keys")).toBeUndefined();
    fetch.mockResolvedValueOnce(refusal(503, "Later."));
    await expect(listAll("/admin/keys")).rejects.toThrow("Later.");
  });
});

describe("polling", () => {
  /** Polls in time that the test moves, and counts the questions. */
  async function start(answer: () => Promise<"enough" | undefined> = async () => undefined) {
    const browser = openBrowser();
    vi.useFakeTimers();
    const { poll } = await import("./poll.js");
    const ask = vi.fn(answer);
    return { browser, ask, stop: poll(ask) };
  }

  it("asks at once and again half a second after each quick answer", async () => {
    const { ask } = await start();
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("asks nothing while the tab is hidden, and goes on when it is looked at", async () => {
    const { browser, ask } = await start();
    browser.document.hidden = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(1);
    browser.document.hidden = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("ends with enough, and leaves no timer", async () => {
    const { ask } = await start(async () => "enough");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends when it is stopped, between two questions or during one, and leaves no timer", async () => {
    const between = await start();
    await vi.advanceTimersByTimeAsync(100);
    between.stop();
    expect(vi.getTimerCount()).toBe(0);
    const { promise, resolve } = deferred<undefined>();
    const during = await start(() => promise);
    during.stop();
    resolve(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(during.ask).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the list of requests", () => {
  const request = (number: number, change: Partial<RequestSummary> = {}): RequestSummary => ({
    ...{ id: `req_${number}`, number, at: 0, format: "messages", operation: "generate" },
    ...{ state: "running", attempts: 1, failedAttempts: 0, losses: 0 },
    ...change,
  });
  const list = (change: Partial<RequestList>): RequestList => ({
    ...{ next: "p-1", isWhole: false, oldest: 1, captures: true, now: 7, hasAdmin: false },
    ...{ hasUpstreams: false, notes: [], requests: [] },
    ...change,
  });

  /** A page that has asked once, and how it asks again. */
  async function open(first: Partial<RequestList>) {
    const { fetch } = openBrowser();
    const state = await import("./requests.js");
    const answer = async (change: Partial<RequestList>) => {
      fetch.mockResolvedValueOnce(Response.json(list(change)));
      await state.refresh();
    };
    await answer({ isWhole: true, ...first });
    return { ...state, answer, fetch, ids: () => state.shown.value.map(({ id }) => id) };
  }

  it("has the newest first, asks for what is new, and says what the service says of itself", async () => {
    const { answer, fetch, ids, captures, hasAdmin, serviceTime } = await open({
      next: "p-2",
      requests: [request(1), request(2)],
    });
    expect([captures.value, hasAdmin.value, serviceTime.value]).toEqual([true, false, 7]);
    await answer({ requests: [request(3), request(4)] });
    expect(ids()).toEqual(["req_4", "req_3", "req_2", "req_1"]);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual([
      "/inspector/requests",
      "/inspector/requests?after=p-2",
    ]);
  });

  it("has a row that has changed in its place, and the others as they were", async () => {
    const { answer, shown } = await open({ requests: [request(1), request(2), request(3)] });
    const before = shown.value;
    await answer({ requests: [request(2, { state: "answered" }), request(4)] });
    expect(shown.value.map(({ id, state }) => [id, state])).toEqual([
      ["req_4", "running"],
      ["req_3", "running"],
      ["req_2", "answered"],
      ["req_1", "running"],
    ]);
    expect(shown.value[1]).toBe(before[0]);
    expect(shown.value[3]).toBe(before[2]);
  });

  it("is the same list if nothing is new, and drops what the service has forgotten", async () => {
    const { answer, shown, ids } = await open({ requests: [request(1), request(2)] });
    const before = shown.value;
    await answer({});
    expect(shown.value).toBe(before);
    await answer({ oldest: 2 });
    expect(ids()).toEqual(["req_2"]);
    await answer({ oldest: 3, requests: [request(3)] });
    expect(ids()).toEqual(["req_3"]);
  });

  it("begins anew when the service has, also with nothing", async () => {
    const { answer, ids } = await open({ requests: [request(1), request(2)] });
    await answer({ isWhole: true, requests: [request(1, { id: "req_new" })] });
    expect(ids()).toEqual(["req_new"]);
    await answer({ isWhole: true });
    expect(ids()).toEqual([]);
  });

  it("stands still while it is paused, and counts what has come", async () => {
    const { answer, ids, togglePause, isPaused, counts } = await open({ requests: [request(1)] });
    togglePause();
    await answer({ requests: [request(2), request(3)] });
    expect([ids(), isPaused.value, counts.value]).toEqual([
      ["req_1"],
      true,
      { all: 1, waiting: 2 },
    ]);
    togglePause();
    expect([ids(), isPaused.value, counts.value]).toEqual([
      ["req_3", "req_2", "req_1"],
      false,
      { all: 3, waiting: 0 },
    ]);
  });

  it("is filtered by words, whatever their case and the space around them", async () => {
    const { filter, ids } = await open({
      requests: [request(1, { keyId: "key-Atlas" }), request(2)],
    });
    filter.value = "  KEY:atlas ";
    expect(ids()).toEqual(["req_1"]);
  });

  it("keeps its notes as the same object until they change", async () => {
    const { answer, notes } = await open({ notes: [{ text: "one" }] });
    const before = notes.value;
    await answer({ notes: [{ text: "one" }] });
    expect(notes.value).toBe(before);
    await answer({ notes: [{ text: "two" }] });
    expect(notes.value).toEqual([{ text: "two" }]);
  });

  it("says what is wrong until it is over", async () => {
    const { answer, fetch, refresh, trouble, ids } = await open({ requests: [request(1)] });
    fetch.mockResolvedValueOnce(refusal(503, "It closes."));
    await refresh();
    expect(trouble.value).toBe("It closes.");
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await refresh();
    expect([trouble.value, ids()]).toEqual(["The service cannot be reached.", ["req_1"]]);
    await answer({});
    expect(trouble.value).toBeUndefined();
  });
});

describe("the route", () => {
  it.each([
    ["", { view: "live" }],
    ["#/", { view: "live" }],
    ["#/use", { view: "use" }],
    ["#/keys", { view: "keys" }],
    ["#/nowhere", { view: "live" }],
    ["#/requests/a%2Fb", { view: "request", id: "a/b" }],
    ["#/requests/", { view: "live" }],
  ])("of %j is %j, at first and later", async (hash, expected) => {
    openBrowser({ hash });
    expect((await import("./route.js")).route.value).toEqual(expected);
    const browser = openBrowser();
    const { route } = await import("./route.js");
    browser.location.hash = hash;
    browser.listeners.get("hashchange")?.();
    expect(route.value).toEqual(expected);
    expect(browser.location.reload).not.toHaveBeenCalled();
  });

  it("opens the page anew for a link in the same tab", async () => {
    const browser = openBrowser();
    await import("./route.js");
    browser.location.hash = "#once=token";
    browser.listeners.get("hashchange")?.();
    expect(browser.location.reload).toHaveBeenCalledTimes(1);
  });

  it("to a request keeps its id whole", async () => {
    openBrowser();
    const { linkTo } = await import("./route.js");
    expect(linkTo("a/b c")).toBe("#/requests/a%2Fb%20c");
  });
});

describe("a budget", () => {
  it.each([
    ["total", "total budget"],
    ["month", "monthly budget"],
    ["week", "weekly budget"],
    ["day", "daily budget"],
  ] as const)("of the period %s is a %s", async (period, name) => {
    openBrowser();
    expect((await import("./admin.js")).nameOfBudget({ period })).toBe(name);
  });
});
