import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createService, defineModel, type ErrorKind, ServiceError } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { blocksOf, fileOf, linksOf, readPage, readPages, root, rowsOf } from "./documents.js";

const pages = readPages();
const errorsPage = readPage("docs/errors.md");
const corePage = readPage("packages/core/README.md");

/** The anchor of a heading, as code hosts make it. */
function toAnchor(heading: string): string {
  const text = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return text.trim().replace(/\s/g, "-");
}

function hasAnchor(file: string, anchor: string): boolean {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, heading = ""]) => toAnchor(heading) === anchor);
}

/** The links of a page to files of the repository that are not there. */
function findDeadLinks(page: (typeof pages)[number]): readonly string[] {
  return linksOf(page).filter((link) => {
    const target = fileOf(page, link);
    if (!target) return false;
    const { file, anchor } = target;
    return !existsSync(file) || (anchor !== undefined && !hasAnchor(file, anchor));
  });
}

/** Source text without the indentation of its lines. */
const flatten = (code: string) => code.replace(/^[ \t]+/gm, "").trim();

const examples = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.m?[jt]s$/.test(file) && !/node_modules|dist|\.next/.test(file))
  .map((file) => flatten(readFileSync(join(root, "examples", file), "utf8")));

describe("the documents", () => {
  it.each(pages.map((page) => [page.path, page] as const))("%s has no dead link", (_path, page) => {
    expect(findDeadLinks(page)).toEqual([]);
  });

  it("are all in the index", () => {
    const index = readPage("docs/README.md").text;
    const names = pages.map(({ path }) => path).filter((path) => /^docs\/[^/]+$/.test(path));
    const others = names.filter((path) => path !== "docs/README.md");
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((path) => !index.includes(`(${path.slice("docs/".length)})`))).toEqual([]);
  });

  it("lead to every page of the reference from a page that a person reads", () => {
    const read = pages.filter(({ path }) =>
      /^(?:docs\/[^/]+|packages\/[^/]+\/README.md)$/.test(path),
    );
    const targets = new Set(
      read.flatMap((page) => linksOf(page).map((link) => fileOf(page, link)?.file)),
    );
    const reference = pages.filter(({ path }) => path.startsWith("docs/reference/"));
    expect(reference.length).toBeGreaterThan(0);
    expect(reference.filter(({ path }) => !targets.has(join(root, path)))).toEqual([]);
  });

  it("show only JavaScript that stands in an example", () => {
    const own = pages.filter(({ path }) => /^docs\/|^README\.md$|\/SKILL\.md$/.test(path));
    const snippets = [...own, corePage].flatMap((page) =>
      blocksOf(page).filter(({ language }) => language === "js" || language === "ts"),
    );
    expect(snippets.length).toBeGreaterThan(0);
    const strange = snippets.filter(
      ({ code }) => !examples.some((example) => example.includes(flatten(code))),
    );
    expect(strange).toEqual([]);
  });
});

const kinds = Object.keys({
  bad_request: true,
  invalid_json: true,
  unauthenticated: true,
  no_permission: true,
  unknown_model: true,
  unknown_path: true,
  method_not_allowed: true,
  conflict: true,
  idempotency_mismatch: true,
  idempotency_lost: true,
  too_large: true,
  unsupported_media: true,
  rate_limited: true,
  concurrency_limited: true,
  budget_exhausted: true,
  overloaded: true,
  upstream_unavailable: true,
  upstream_bad_response: true,
  upstream_timeout: true,
  store_unavailable: true,
  internal: true,
} satisfies Record<ErrorKind, true>) as ErrorKind[];

/** How the answer to a failure of that kind looks, in the words of the table. */
async function describeError(kind: ErrorKind, path: string) {
  const failing = defineModel("failing", () => {
    throw new ServiceError({ kind, message: "It failed." });
  });
  const service = createService({ models: [failing], allowAnonymous: true });
  const response = await service.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({
      model: "failing",
      max_tokens: 10,
      messages: [{ role: "user", content: "hello" }],
    }),
  });
  const { error } = (await response.json()) as { error: { type: string; code?: string | null } };
  const code = error.code === undefined ? "" : ` \`${error.code}\``;
  return {
    form: `${response.status} \`${error.type}\`${code}`,
    again: describeRetry(response.headers),
  };
}

function describeRetry(headers: Headers): string {
  if (headers.get("x-should-retry") === "false") return "no";
  const seconds = headers.get("retry-after");
  return seconds === null ? "yes" : `after ${seconds} s`;
}

describe("the table of errors", () => {
  it.each(kinds)("has for %s the answers of the service", async (kind) => {
    const messages = await describeError(kind, "/v1/messages");
    const completions = await describeError(kind, "/v1/chat/completions");
    expect(messages.again).toBe(completions.again);
    expect(rowsOf(errorsPage).get(kind)).toEqual([messages.form, completions.form, messages.again]);
  });
});
