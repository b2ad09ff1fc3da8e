import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian and others put Chromium. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const found = places.find((place) => existsSync(place));

/** What the title of a test says that cannot run here; empty if it can. */
export const needsChromium = found === undefined ? " (needs Chromium, which is not installed)" : "";

/** Starts the Chromium of this machine. */
export function openBrowser(): Promise<Browser> {
  // Containers rarely allow a sandbox; the page is our own.
  return chromium.launch({
    executablePath: found ?? "chromium",
    args: ["--no-sandbox", "--disable-lcd-text"],
  });
}
