import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../src");

const formatMayImport = [
  "conversation",
  "sse",
  "http",
  "json",
  "errors",
  "schema",
  "models/model.ts",
  "accounts/limits/limits.ts",
  "*",
];

/** What the files of a folder may import, besides their own folder. `*` is a file at the root of core. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  errors: ["accounts/limits/limits.ts"],
  conversation: ["errors"],
  schema: ["errors"],
  sse: ["errors"],
  http: ["errors", "json", "options.ts", "clock.ts"],
  messages: formatMayImport,
  "chat-completions": formatMayImport,
  models: [
    "accounts/prices/check-prices.ts",
    "accounts/prices/prices.ts",
    "conversation",
    "errors",
    "http",
    "options.ts",
    "clock.ts",
  ],
  upstreams: [
    "accounts/prices/prices.ts",
    "conversation",
    "errors",
    "http",
    "sse",
    "json",
    "models",
    "*",
  ],
  translation: ["conversation", "errors", "http", "json", "sse", "*"],
  json: ["errors"],
  accounts: [
    "conversation",
    "errors",
    "json",
    "models/model.ts",
    "options.ts",
    "http",
    "clock.ts",
    "endpoint.ts",
    "ids.ts",
    "in-time.ts",
    "within.ts",
  ],
  idempotency: ["accounts", "conversation", "errors", "http", "json", "models", "*"],
};

/** The files that know the format folders: the lists of formats and of their strict rules, and one for each kind of upstream. */
const formatsFiles = [
  "formats.ts",
  "strict.ts",
  "strict-profile.ts",
  "upstreams/messages-upstream.ts",
  "upstreams/chat-completions-upstream.ts",
];
const formatFolders = ["messages", "chat-completions"];
const outside = ["zod/mini", "eventsource-parser"];
/** Packages that only one entry of its own may import, so that nobody else has to install them. */
const optional: Readonly<Record<string, string>> = {
  "gpt-tokenizer/encoding/o200k_base": "gpt-tokenizer.ts",
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

const imports: readonly Import[] = files.flatMap((file) => {
  const source = readFileSync(join(root, file), "utf8");
  const targets = [...source.matchAll(/(?:^|\n)(?:import|export)[^;]*?from "([^"]+)"/g)].map(
    ([, target]) => target ?? "",
  );
  return targets.map((target) => ({ file, target: resolveTarget(file, target) }));
});

function resolveTarget(file: string, target: string): string {
  if (!target.startsWith(".")) return target;
  return relative(root, join(root, dirname(file), target)).replace(/\.js$/, ".ts");
}

function mayImport(file: string, target: string): boolean {
  const folder = file.includes("/") ? (file.split("/")[0] ?? "") : undefined;
  if (!target.endsWith(".ts")) return outside.includes(target) || optional[target] === file;
  const targetFolder = target.includes("/") ? target.split("/")[0] : undefined;
  if (formatFolders.includes(targetFolder ?? "") && folder !== targetFolder)
    return formatsFiles.includes(file);
  if (folder === undefined) return true;
  if (folder === targetFolder) return true;
  const list = allowed[folder] ?? [];
  return list.includes(target) || list.includes(targetFolder ?? "*");
}

describe("the folders of core", () => {
  it("import only what the rules of their layer allow", () => {
    const offenders = imports
      .filter(({ file, target }) => !mayImport(file, target))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(offenders).toEqual([]);
  });

  it("are all named in the rules", () => {
    const folders = new Set(
      files.filter((file) => file.includes("/")).map((file) => file.split("/")[0] ?? ""),
    );
    expect(Object.keys(allowed)).toEqual(expect.arrayContaining([...folders]));
  });

  it("mirror each other file by file where a format is concerned", () => {
    const shared = [
      "__fixtures__/make.ts",
      "__fixtures__/reply.ts",
      "__fixtures__/streams.ts",
      "capabilities.ts",
      "edit-relayed.ts",
      "emit-cache.ts",
      "emit-content.ts",
      "emit-effort.ts",
      "emit-extra.ts",
      "emit-limits.ts",
      "emit-media.ts",
      "emit-messages.ts",
      "emit-output.ts",
      "emit-pairing.ts",
      "emit-reasoning.ts",
      "emit-request.ts",
      "emit-rules-content.ts",
      "emit-rules-parameters.ts",
      "emit-rules-tools.ts",
      "emit-rules.ts",
      "emit-sampling.ts",
      "emit-service.ts",
      "emit-tool-choice.ts",
      "emit-tools.ts",
      "encode-rules.ts",
      "encode-stream.ts",
      "error-envelope.ts",
      "errors.ts",
      "exceeded-message.ts",
      "format.ts",
      "headers.ts",
      "models-list.ts",
      "own-member-kinds.ts",
      "own-members.ts",
      "own-rules.ts",
      "parse-content.ts",
      "parse-error.ts",
      "parse-models.ts",
      "parse-request.ts",
      "parse-response.ts",
      "parse-stream.ts",
      "parse-tools.ts",
      "parse-usage.ts",
      "problem.ts",
      "rate-headers.ts",
      "relay-observer.ts",
      "reply-notes.ts",
      "reply-reader.ts",
      "reply-rules.ts",
      "request-fields.ts",
      "response.ts",
      "schema.ts",
      "stop-reason.ts",
      "strict.ts",
      "support-messages.ts",
      "support.ts",
      "types.ts",
      "upstream.ts",
      "usage.ts",
      "validate.ts",
      "wire-value.ts",
    ];
    const [ours = [], theirs = []] = formatFolders.map((folder) =>
      files
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => file.slice(folder.length + 1)),
    );
    expect(ours.filter((name) => theirs.includes(name)).sort()).toEqual(shared);
  });

  it("use no module and no global of Node", () => {
    const offenders = files.filter((file) => {
      const source = readFileSync(join(root, file), "utf8").replace(
        /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
        "",
      );
      return /\bfrom "node:|\brequire\(|\bprocess\.|\bBuffer\b|\bglobalThis\.process|\bsetImmediate\(/.test(
        source,
      );
    });
    expect(offenders).toEqual([]);
  });
});
