// Builds the site, or serves it and follows what is written: `node site/src/main.ts build` or `serve`.
import { rmSync } from "node:fs";
import { findDeadLinks } from "./dead-links.ts";
import { recordExchanges } from "./example/record.ts";
import { writeLlms } from "./llms.ts";
import { createSidebars, readApiPages, readWrittenPages } from "./pages/all-pages.ts";
import { base, builtFolder, pagesFolder } from "./places.ts";
import { loadTool } from "./tools.ts";
import { watchSources } from "./watch.ts";
import { copyFiles, writeData, writePages } from "./write-pages.ts";

/** The parts of VitePress that are used here. */
interface VitePress {
  build(root: string): Promise<void>;
  createServer(root: string, options: { host: string }): Promise<DevelopmentServer>;
}

interface DevelopmentServer {
  listen(): Promise<unknown>;
  printUrls(): void;
}

const [command] = process.argv.slice(2);
if (command === "build") await build();
else if (command === "serve") await serve();
else throw new Error("Name a command: build or serve.");

async function build(): Promise<void> {
  const pages = await prepare();
  const { build: buildSite } = await loadTool<VitePress>("vitepress");
  await buildSite(pagesFolder);
  writeLlms(pages);
  const dead = findDeadLinks(builtFolder, base);
  if (dead.length === 0) console.log(`Built ${pages.length} pages in site/dist.`);
  else throw new Error(`The site has dead links:\n${dead.join("\n")}`);
}

async function serve(): Promise<void> {
  await prepare();
  const { createServer } = await loadTool<VitePress>("vitepress");
  const server = await createServer(pagesFolder, { host: "127.0.0.1" });
  await server.listen();
  server.printUrls();
  watchSources(() => {
    copyFiles();
    writePages(readWrittenPages());
  });
}

/** Lays all that VitePress reads in one folder. */
async function prepare() {
  rmSync(pagesFolder, { recursive: true, force: true });
  // Nothing else runs meanwhile, so the recorded times are those of the service.
  const exchanges = await recordExchanges();
  const pages = [...readWrittenPages(), ...(await readApiPages())];
  copyFiles();
  writePages(pages);
  writeData("exchanges", exchanges);
  writeData("site", { base, outDir: builtFolder, sidebar: createSidebars(pages) });
  return pages;
}
