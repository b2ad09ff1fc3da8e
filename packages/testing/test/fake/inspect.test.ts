import type { FormatName } from "@diglot/test-support/requests";
import { expect, it, onTestFinished } from "vitest";
import { createFake, createManualClock, type Fake } from "../../src/index.js";
import { ask, say } from "./requests.js";

/** What the page gets of a list of requests, as far as it is looked at here. */
interface List {
  readonly requests: readonly {
    readonly id: string;
    readonly state: string;
    readonly at: number;
  }[];
  readonly notes: readonly { readonly text: string; readonly requestId?: string }[];
  readonly hasAdmin: boolean;
  readonly now: number;
}

/** Opens the inspector of a fake until the test ends, and asks what its page asks. */
async function inspect(fake: Fake) {
  const { url, close } = await fake.inspect();
  onTestFinished(close);
  const { origin, hash } = new URL(url);
  const credential = hash.replace("#credential=", "");
  const get = (path: string, presented = credential) =>
    fetch(`${origin}/inspector/requests${path}`, { headers: { "x-api-key": presented } });
  return {
    url,
    get,
    list: async (): Promise<List> => (await get("")).json(),
    one: async (id: string) => (await get(`/${id}`)).json(),
  };
}

const formats: readonly FormatName[] = ["messages", "chat-completions"];

it("shows the calls that came before it was opened, and those that come after", async () => {
  const fake = createFake({ script: ["One", "Two"] });
  await say(fake, "messages");
  const page = await inspect(fake);
  expect((await page.list()).requests).toMatchObject([{ state: "answered" }]);
  await say(fake, "chat-completions");
  expect((await page.list()).requests).toHaveLength(2);
});

it("gives only what is new to a page that asks again, until the fake is reset", async () => {
  const fake = createFake({ script: ["One"] });
  await say(fake, "messages");
  const page = await inspect(fake);
  const after = async (cursor: string) => (await page.get(`?after=${cursor}`)).json();
  const first = await after("");
  expect(first).toMatchObject({ isWhole: true, requests: [{ state: "answered" }] });
  expect(await after(first.next)).toMatchObject({ isWhole: false, requests: [] });
  fake.reset();
  expect(await after(first.next)).toMatchObject({ isWhole: true, requests: [] });
});

it.each(formats)("shows what came and went, byte for byte, in %s", async (format) => {
  const fake = createFake({ script: ["Hello there"] });
  await (await ask(fake, format, { body: { stream: true } })).text();
  const page = await inspect(fake);
  const [request] = (await page.list()).requests;
  const shown = await page.one(request!.id);
  const [call] = fake.calls;
  expect(shown).toMatchObject({
    contents: "kept",
    request: { text: call!.request.text },
    answer: { status: 200, body: { text: call!.answer!.text } },
  });
  expect(shown.moments).toContainEqual(
    expect.objectContaining({ kind: "event", label: "delta", detail: "Hello" }),
  );
});

it("shows an unexpected request with what the script expects, and what is left of it", async () => {
  const fake = createFake({ script: [{ when: { user: "weather" }, text: "Sunny" }] });
  await ask(fake, "messages", { text: "What time is it?" });
  const page = await inspect(fake);
  const { notes, requests } = await page.list();
  expect(notes).toEqual([
    {
      text: expect.stringMatching(/^Request 0: Unexpected request[\s\S]*"weather": no, got/),
      requestId: requests[0]!.id,
    },
    { text: expect.stringMatching(/^Left in the script:\n {2}turn 0 of the script: text "Sunny"/) },
  ]);
});

it("shows a request that was refused before the script saw it", async () => {
  const fake = createFake({ keys: ["sk-right"], script: ["Hi"] });
  await ask(fake, "messages");
  const { notes, requests } = await (await inspect(fake)).list();
  expect(notes[0]).toEqual({
    text: expect.stringContaining("Request 0: POST /v1/messages was refused: 401"),
    requestId: requests[0]!.id,
  });
});

it("says nothing of a script that was used as it should be", async () => {
  const fake = createFake({ script: ["Hi"] });
  await say(fake, "messages");
  expect((await (await inspect(fake)).list()).notes).toEqual([]);
});

it("shows nothing of what was before a reset", async () => {
  const fake = createFake({ script: ["One"] });
  await say(fake, "messages");
  const page = await inspect(fake);
  fake.reset();
  expect((await page.list()).requests).toEqual([]);
  await say(fake, "messages");
  expect((await page.list()).requests).toMatchObject([{ state: "answered" }]);
});

it("shows real times, although the clock of the fake stands", async () => {
  const fake = createFake({ script: ["One"] });
  await say(fake, "messages");
  const [request] = (await (await inspect(fake)).list()).requests;
  expect(new Date(request!.at).getFullYear()).not.toBe(new Date(0).getFullYear());
  expect(Math.abs(request!.at - Date.now())).toBeLessThan(3_600_000);
});

it("shows the times of a clock that the test has set", async () => {
  const clock = createManualClock(Date.UTC(2030, 0, 1));
  const fake = createFake({ script: ["One"], clock });
  await say(fake, "messages");
  clock.advance(5_000);
  const { requests, now } = await (await inspect(fake)).list();
  expect(requests[0]?.at).toBe(Date.UTC(2030, 0, 1));
  expect(now).toBe(Date.UTC(2030, 0, 1) + 5_000);
});

it("needs the credential, which is behind the # of its address and nowhere else", async () => {
  const page = await inspect(createFake());
  expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/inspector#credential=[\w-]{16,}$/);
  expect((await page.get("", "another-credential")).status).toBe(401);
});

it("is not there any more once it is closed", async () => {
  const { url, close } = await createFake().inspect();
  await close();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

it("has no endpoints for administrators, and says so", async () => {
  const page = await inspect(createFake());
  expect((await page.list()).hasAdmin).toBe(false);
});

it("refuses options that do not exist", async () => {
  const fake = createFake();
  await expect(fake.inspect({ hostname: "0.0.0.0" } as object)).rejects.toThrow(
    'fake.inspect: "hostname" is not an option; the options here are port.',
  );
});
