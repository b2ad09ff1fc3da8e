import type { Page } from "../pages/page.ts";
import { loadTool } from "../tools.ts";

interface Slugger {
  slug(heading: string): string;
}

/**
 * Corrects links inside of a page whose number is too high. TypeDoc's router gives the method `branch`
 * of `Receipt` and the type `ReceiptBranch` the same anchor and numbers them, but a heading has the
 * short name only.
 */
export async function correctAnchors(page: Page): Promise<Page> {
  const { default: Slugger } = await loadTool<{ default: new () => Slugger }>("github-slugger");
  const slugger = new Slugger();
  const headings = page.text.matchAll(/^#+ (.+)$/gm);
  const anchors = new Set([...headings].map(([, heading = ""]) => slugger.slug(heading)));
  const text = page.text.replace(/\(#([\w-]+?)-\d+\)/g, (link, name: string) => {
    const anchor = link.slice(2, -1);
    return !anchors.has(anchor) && anchors.has(name) ? `(#${name})` : link;
  });
  return { ...page, text };
}
