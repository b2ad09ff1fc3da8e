import { posix } from "node:path";
import { addressOf, type Page, titleOf } from "./page.ts";

/** An entry of a sidebar, as VitePress takes it. */
export interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Entry[];
}

/** A link of the index. */
interface Listed {
  /** The group that it belongs to; one in a sentence belongs to none. */
  readonly group: string | undefined;
  readonly text: string;
  readonly path: string;
  readonly anchor: string;
}

/**
 * The sidebar that the index of the documents describes. Each list is a group with the heading of its
 * section, each topic of a table is a group, and a page that a sentence names stands alone. A page
 * which is the index of a folder has the other pages of that folder below it.
 *
 * @param index the page whose lists and tables name all others
 */
export function createSidebar(index: Page, pages: readonly Page[]): readonly Entry[] {
  const groups = new Map<string, Entry[]>();
  const sidebar: Entry[] = [];
  for (const listed of listPages(index)) {
    const entry = toEntry(listed.text, listed.path, pages, listed.anchor);
    const group = listed.group === undefined ? undefined : groups.get(listed.group);
    if (listed.group === undefined) sidebar.push(entry);
    else if (group) group.push(entry);
    else {
      const items = [entry];
      groups.set(listed.group, items);
      sidebar.push({ text: listed.group, items });
    }
  }
  return sidebar;
}

/** A group of the pages of a folder. */
export function createGroup(text: string, folder: string, pages: readonly Page[]): Entry {
  return { text, items: pagesBelow(folder, pages) };
}

function listPages(index: Page): readonly Listed[] {
  const listed = new Map<string, Listed>();
  let section = "";
  let topic = "";
  for (const line of index.text.split("\n")) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    topic = /^\|([^|]*)\|/.exec(line)?.[1]?.trim() || topic;
    const [, text, link, anchor = ""] = /\[([^\]]+)\]\(([^)#\s]+\.md)(#[^)]*)?\)/.exec(line) ?? [];
    if (section === "" || !text || !link || /^[a-z]+:/.test(link)) continue;
    const path = posix.join(posix.dirname(index.path), link);
    const group = groupOf(line, section, topic);
    if (!listed.has(path + anchor)) listed.set(path + anchor, { group, text, path, anchor });
  }
  return [...listed.values()];
}

function groupOf(line: string, section: string, topic: string): string | undefined {
  if (line.startsWith("|")) return topic;
  return /^(\d+\.|[-*]) /.test(line) ? section : undefined;
}

function toEntry(text: string, path: string, pages: readonly Page[], anchor = ""): Entry {
  const entry = { text, link: addressOf(path) + anchor };
  const isFolder = path.endsWith("/index.md") && anchor === "";
  const below = isFolder ? pagesBelow(posix.dirname(path), pages) : [];
  return below.length > 0 ? { ...entry, collapsed: true, items: below } : entry;
}

/** The pages of a folder, without its index. A folder in it stands for its own pages. */
function pagesBelow(folder: string, pages: readonly Page[]): readonly Entry[] {
  return pages
    .filter(({ path }) => isDirectlyIn(folder, path))
    .map((page) => toEntry(titleOf(page), page.path, pages))
    .sort((a, b) => a.text.localeCompare(b.text, "en"));
}

function isDirectlyIn(folder: string, path: string): boolean {
  const own = path.endsWith("/index.md") ? posix.dirname(path) : path;
  return own !== folder && posix.dirname(own) === folder;
}
