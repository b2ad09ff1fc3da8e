import { mkdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineModel, ServiceError, toolCall, usage } from "@diglot/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFileTape, createTape, record, replay } from "../../src/index.js";
import { post, question, saidBy, serviceOf } from "./world.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tape-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function* reply() {
  yield "Let me look. ";
  yield toolCall({ name: "weather", arguments: { place: "Oslo" }, id: "call_1" });
  yield usage({ input: 20, output: 7 });
}

const tools = [{ name: "weather", input_schema: { type: "object" } }];

async function recordTo(tapes: string) {
  const { service } = serviceOf(record(defineModel("scripted", reply), createFileTape(tapes)));
  return saidBy(await post(service, "messages", { ...question, tools }), "messages");
}

describe("a tape in a folder", () => {
  it("makes the folder, and leaves one file and nothing half written", async () => {
    const tapes = join(folder, "deep", "tapes");
    expect(await createFileTape(tapes).read()).toEqual(new Map());
    await recordTo(tapes);
    expect(await readdir(tapes)).toEqual(["where-does-it-rain.json"]);
  });

  it("is read as it was written", async () => {
    const answer = await recordTo(folder);
    const { service } = serviceOf(replay(createFileTape(folder)));
    const again = await post(service, "messages", { ...question, tools });
    expect(await saidBy(again, "messages")).toEqual(answer);
    const file = createFileTape(folder);
    const [[, conversation]] = [...(await file.read())] as [[string, never]];
    const memory = createTape({ other: conversation });
    await file.update(() => ["copy", conversation]);
    const read = async (name: string) => readFile(join(folder, `${name}.json`), "utf8");
    expect(await read("copy")).toBe(await read("where-does-it-rain"));
    expect((await memory.read()).get("other")).toEqual((await file.read()).get("copy"));
  });

  it("has an event on each line, and a structure to read", async () => {
    await recordTo(folder);
    const text = await readFile(join(folder, "where-does-it-rain.json"), "utf8");
    expect(text.replace(/\[\d+, \{"type"/g, '[0, {"type"')).toMatchInlineSnapshot(`
      "{
        "version": 1,
        "number": 1,
        "exchanges": [
          {
            "structure": ["turn 0 user: text", "tool weather"],
            "conversation": {
              "model": "scripted",
              "maxTokens": 1000,
              "stopSequences": [],
              "extensions": {},
              "system": [],
              "turns": [{"role": "user", "blocks": [{"type": "text", "text": "Where does it rain?"}]}],
              "tools": [{"type": "function", "name": "weather", "parameters": {"type": "object"}}]
            },
            "reply": {
              "events": [
                [0, {"type": "start", "model": "scripted", "usage": {"input": 30, "cacheRead": 0, "cacheWrite": 0, "cacheWriteLong": 0, "output": 0, "reasoning": 0, "sources": {"input": "estimated", "cacheRead": "none", "cacheWrite": "none", "cacheWriteLong": "none", "output": "observed", "reasoning": "observed"}}}],
                [0, {"type": "open", "index": 0, "block": {"type": "text"}}],
                [0, {"type": "delta", "index": 0, "delta": {"type": "text", "text": "Let me look. "}}],
                [0, {"type": "close", "index": 0}],
                [0, {"type": "open", "index": 1, "block": {"type": "tool_call", "id": "call_1", "name": "weather"}}],
                [0, {"type": "delta", "index": 1, "delta": {"type": "arguments", "json": "{\\"place\\":\\"Oslo\\"}"}}],
                [0, {"type": "close", "index": 1}],
                [0, {"type": "usage", "usage": {"input": 20, "output": 7}}],
                [0, {"type": "stop", "reason": "tool_calls"}],
                [0, {"type": "end", "usage": {"input": 20, "cacheRead": 0, "cacheWrite": 0, "cacheWriteLong": 0, "output": 7, "reasoning": 0, "sources": {"input": "reported", "cacheRead": "none", "cacheWrite": "none", "cacheWriteLong": "none", "output": "reported", "reasoning": "none"}}}]
              ]
            }
          }
        ]
      }
      "
    `);
  });

  it("keeps what several recorders of one tape write at once", async () => {
    const tape = createFileTape(folder);
    const services = [1, 2].map(
      () => serviceOf(record(defineModel("scripted", reply), tape)).service,
    );
    await Promise.all(
      [...services, ...services, ...services].map(async (service) =>
        (await post(service, "messages", question)).text(),
      ),
    );
    expect((await readdir(folder)).length).toBe(6);
  });

  it.each([
    ["{", "it is no JSON"],
    ["[]", "it is no tape"],
    ['{"exchanges":[]}', "it has version undefined, and 1 is what is known"],
    ['{"version":2,"number":1,"exchanges":[]}', "it has version 2, and 1 is what is known"],
    ['{"version":1,"exchanges":[]}', "it has no number"],
    ['{"version":1,"number":1,"exchanges":[{}]}', "its exchange 1 is invalid"],
  ])("names the file that holds %s", async (text, reason) => {
    const path = join(folder, "odd.json");
    await writeFile(path, text);
    await writeFile(join(folder, "notes.txt"), "no tape, and no matter");
    await expect(createFileTape(folder).read()).rejects.toThrow(`odd.json: ${reason}`);
    const { service } = serviceOf(replay(createFileTape(folder)));
    const response = await post(service, "messages", question);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`odd.json: ${reason}`);
  });

  it("leaves nothing half written where a file cannot be written", async () => {
    await recordTo(folder);
    const tape = createFileTape(folder);
    const [conversation] = (await tape.read()).values();
    const writing = tape.update(() => {
      mkdirSync(join(folder, "taken.json"));
      return ["taken", conversation!];
    });
    await expect(writing).rejects.toThrow("taken.json");
    expect((await readdir(folder)).sort()).toEqual(["taken.json", "where-does-it-rain.json"]);
  });

  it.each([undefined, "", 5])("has a folder, which %j is not", (path) => {
    expect(() => createFileTape(path as never)).toThrow('createFileTape: "folder" must be');
  });

  it("keeps an error for the next process that replays it", async () => {
    const error = new ServiceError({ kind: "overloaded", message: "Busy.", retryAfterSeconds: 7 });
    const failing = defineModel("scripted", () => {
      throw error;
    });
    const { service } = serviceOf(record(failing, createFileTape(folder)));
    await (await post(service, "messages", question)).text();
    const replayed = serviceOf(replay(createFileTape(folder))).service;
    const response = await post(replayed, "messages", question);
    expect([response.status, response.headers.get("retry-after")]).toEqual([529, "7"]);
    expect(await response.text()).toContain("Busy.");
  });

  it("is no empty one where its folder cannot be read", async () => {
    await writeFile(join(folder, "file"), "no folder");
    await expect(createFileTape(join(folder, "file")).read()).rejects.toThrow("ENOTDIR");
  });

  it("says what it needs where there are no files", () => {
    vi.stubGlobal("process", undefined);
    try {
      expect(() => createFileTape(folder)).toThrow("elsewhere, use createTape");
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
