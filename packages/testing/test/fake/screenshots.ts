// Makes the pictures of the documentation: what the inspector shows of a fake.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openBrowser } from "@diglot/test-support/browser";
import { shrinkPng } from "@diglot/test-support/small-png";
import { createStory, tell } from "./story.ts";

const folder = fileURLToPath(new URL("../../../../docs/pictures/inspector/", import.meta.url));

const fake = createStory();
await tell(fake);
const { url, close } = await fake.inspect();
const browser = await openBrowser();
try {
  const page = await browser.newPage({
    viewport: { width: 1100, height: 680 },
    colorScheme: "light",
  });
  await page.goto(url);
  await page.getByText("2 requests").waitFor();
  await page.getByText("Request 1: Unexpected request").click();
  await page.mouse.move(0, 0);
  await writeFile(`${folder}fake-1100.png`, shrinkPng(await page.screenshot()));
} finally {
  await browser.close();
  await close();
}
