// Node runs this file as it is for the screenshots; therefore imports end in .ts here.
import { type Browser, chromium } from "playwright-core";
import { findProgram, isProgram } from "./parts/find-program.ts";
import { needs } from "./parts/needs.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The program of Chromium or Chrome; empty if there is none. `CHROME_PATH` may name it. */
export const browserProgram: string = findBrowser() ?? "";

/** Options of tests that need a browser. */
export const needsChromium = needs("Chromium", browserProgram !== "");

/** Starts the Chromium of this machine. */
export function openBrowser(): Promise<Browser> {
  // Containers rarely allow a sandbox; the page is our own.
  return chromium.launch({
    executablePath: browserProgram,
    args: ["--no-sandbox", "--disable-lcd-text"],
  });
}

function findBrowser(): string | undefined {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH !== undefined) return isProgram(CHROME_PATH) ? CHROME_PATH : undefined;
  return findProgram(...names) ?? (isProgram(onMac) ? onMac : undefined);
}
