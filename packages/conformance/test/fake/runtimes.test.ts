import { beforeAll, describe, expect, it } from "vitest";
import { buildFakePrograms, fakePlaces } from "../../runtimes/fake/run-fake.js";
import { createTranscripts, type FakeTranscripts } from "../../runtimes/fake/transcripts.js";

let here: FakeTranscripts;

beforeAll(async () => {
  await buildFakePrograms();
  here = await createTranscripts(1);
});

describe("the same script", () => {
  for (const { name, needs, run } of fakePlaces) {
    it(`gives the same bytes in 100 runs on ${name}`, needs, async () => {
      const { transcript, different, clients } = await run();
      expect(different).toBe(0);
      expect(transcript).toEqual(here.transcript);
      expect(clients).toEqual(["Hello, Messages", "Hello, Chat Completions"]);
    });
  }
});
