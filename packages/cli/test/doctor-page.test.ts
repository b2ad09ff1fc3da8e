import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const script = new URL("../../../scripts/doctor-page.mjs", import.meta.url).href;
const page = readFileSync(new URL("../../../docs/reference/doctor.md", import.meta.url), "utf8");

describe("the page about the doctor", () => {
  it("shows what the examinations find today", async () => {
    const { renderDoctorPage } = (await import(script)) as {
      renderDoctorPage: () => Promise<string>;
    };
    expect(await renderDoctorPage(), "Run `npm run docs:doctor`.").toBe(page);
  });
});
