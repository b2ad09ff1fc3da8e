// Makes the pictures of the documentation: each view at 1280 and 390 pixels, in the light and in the dark.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openBrowser } from "@diglot/test-support/browser";
import { shrinkPng } from "@diglot/test-support/small-png";
import type { Browser, Page } from "playwright-core";
import { credential, startGateway } from "./demo/gateway.ts";
import { send, sendDay, sendFailedOver } from "./demo/traffic.ts";

const folder = fileURLToPath(new URL("../../../docs/pictures/inspector/", import.meta.url));
const widths = [1280, 390] as const;

const gateway = await startGateway(
  (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
);
const browser = await openBrowser();
try {
  await mkdir(folder, { recursive: true });
  await sendDay(gateway, 8);
  await sendFailedOver(gateway);
  for (const width of widths) await takeAll(browser, width);
} finally {
  await browser.close();
  await gateway.close();
}

async function takeAll(browser: Browser, width: number): Promise<void> {
  const isNarrow = width < 760;
  const context = await browser.newContext({
    viewport: { width, height: isNarrow ? 780 : 800 },
    colorScheme: "light",
  });
  const page = await context.newPage();
  await page.goto(`${gateway.origin}/inspector`);
  await page.getByLabel("Credential of an administrator").fill(credential);
  await page.getByRole("button", { name: "Open" }).click();
  await takeLive(page, width);
  await page.getByLabel("Filter").fill("is:retried is:lossy");
  await page.getByRole("row").last().click();
  await page.getByRole("region", { name: "Ledger" }).waitFor();
  await take(page, `request-${width}`, true);
  await takeDark(page, `request-dark-${width}`);
  await page.getByRole("link", { name: "Use" }).click();
  await page.getByRole("rowheader", { name: "large-second" }).waitFor();
  await page.getByText("borealis").first().waitFor();
  const ofProcess = page.getByRole("region", { name: "Latencies and errors" });
  await ofProcess.getByRole("button", { name: "model" }).click();
  await take(page, `use-${width}`, true);
  await takeDark(page, `use-dark-${width}`);
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("button", { name: "rotate key-atlas" }).click();
  await take(page, `keys-${width}`);
  await page.getByRole("link", { name: "Upstreams" }).click();
  await page.getByRole("region", { name: "Upstream spare" }).waitFor();
  await take(page, `upstreams-${width}`, true);
  await context.close();
}

/** A stream runs meanwhile. */
async function takeLive(page: Page, width: number): Promise<void> {
  const running = await send(gateway, { model: "large", stream: true, account: "borealis" });
  const reading = running.text();
  await page.getByText("running").first().waitFor();
  await page.getByText("≈").first().waitFor();
  await take(page, `live-${width}`);
  await takeDark(page, `live-dark-${width}`);
  await reading;
}

/** @param isWhole whether it is as high as all that it shows */
async function take(page: Page, name: string, isWhole = false): Promise<void> {
  await page.mouse.move(0, 0);
  if (isWhole) await growTo(page);
  await writeFile(`${folder}${name}.png`, shrinkPng(await page.screenshot()));
  if (isWhole) await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 800 });
}

/** The part that is visible, in the colours of the dark. */
async function takeDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await take(page, name);
  await page.emulateMedia({ colorScheme: "light" });
}

/** The page scrolls inside itself, so its whole height is that of what scrolls. */
async function growTo(page: Page): Promise<void> {
  const height = await page.evaluate(
    () => 46 + (document.querySelector("main > *")?.getBoundingClientRect().height ?? 0),
  );
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.ceil(height) });
}
