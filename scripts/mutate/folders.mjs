/**
 * What is mutated: the folders that guard requests, money, streams and limits, the packages of frameworks and of
 * observation, and the gateway of the command. The page of the inspector is left out: only a browser runs it.
 * Paths are relative to the package. `tests` are the tests that each mutant is shown to, in this order: those
 * of the folder, and the quick ones through the service. Slow sweeps, clients of real providers and the other
 * packages are left out, because a mutant that survives runs all of them, so a mutant that only they would
 * kill is listed as a survivor.
 */
export const folders = [
  {
    name: "models/reply",
    package: "core",
    source: ["src/models/reply/*.ts"],
    tests: [
      "src/models/reply/*.test.ts",
      "test/{choices,events,model-functions,oversized-replies}.test.ts",
    ],
  },
  {
    name: "upstreams/relay",
    package: "core",
    source: ["src/upstreams/relay/*.ts"],
    tests: [
      "src/upstreams/relay/*.test.ts",
      "test/relayed-{read-ahead,replies,upstreams}.test.ts",
      "test/{odd-replies,oversized-replies,pinging-upstreams,public-names}.test.ts",
      "test/{reply-blocks,reply-items,upstreams,usage-of-cut-streams}.test.ts",
    ],
  },
  {
    name: "upstreams/send",
    package: "core",
    source: ["src/upstreams/send/*.ts"],
    tests: [
      "src/upstreams/{,send/}*.test.ts",
      "test/{connect-timeouts,dispatch,failed-rows,relayed-upstreams}.test.ts",
    ],
  },
  {
    name: "formats/messages/relay",
    package: "core",
    source: ["src/formats/messages/relay/*.ts"],
    tests: ["src/formats/messages/relay/*.test.ts"],
  },
  {
    name: "formats/chat-completions/relay",
    package: "core",
    source: ["src/formats/chat-completions/relay/*.ts"],
    tests: ["src/formats/chat-completions/relay/*.test.ts"],
  },
  {
    name: "bookkeeping",
    package: "core",
    source: ["src/bookkeeping/*.ts"],
    tests: ["src/bookkeeping/*.test.ts"],
  },
  {
    name: "accounts/ledger",
    package: "core",
    source: ["src/accounts/ledger/*.ts"],
    tests: ["src/accounts/ledger/*.test.ts", "test/{account,admin}-endpoints.test.ts"],
  },
  {
    name: "accounts/outbox",
    package: "core",
    source: ["src/accounts/outbox/*.ts"],
    tests: ["src/accounts/outbox/*.test.ts"],
  },
  {
    name: "accounts/prices",
    package: "core",
    source: ["src/accounts/prices/*.ts"],
    tests: ["src/accounts/prices/*.test.ts"],
  },
  {
    name: "accounts/limits",
    package: "core",
    source: ["src/accounts/limits/*.ts"],
    tests: [
      "src/accounts/limits/*.test.ts",
      "test/{admission,caller-gone-early,in-process-models}.test.ts",
    ],
  },
  {
    name: "request",
    package: "core",
    source: ["src/request/{,operations/}*.ts"],
    tests: [
      "src/request/{,operations/}*.test.ts",
      "test/{account-endpoints,admission,answers,caller-gone-early,closing,cors}.test.ts",
      "test/{default-reporter,events,failure-reports,health-endpoints}.test.ts",
      "test/host-authentication.test.ts",
      "test/{in-process-models,listed-models,refused-paths,token-counts}.test.ts",
      "test/{admin-endpoints,unknown-paths}.test.ts",
    ],
  },
  {
    name: "idempotency",
    package: "core",
    source: ["src/accounts/idempotency/*.ts", "src/request/idempotency/*.ts"],
    tests: [
      "src/accounts/idempotency/*.test.ts",
      "src/request/idempotency/*.test.ts",
      "test/idempotency{,-failures,-stores}.test.ts",
      "test/in-process-models.test.ts",
    ],
  },
  {
    name: "sse",
    package: "core",
    source: ["src/sse/*.ts"],
    tests: ["src/sse/*.test.ts"],
  },
  {
    name: "http bodies",
    package: "core",
    source: ["src/http/read-body.ts", "src/http/stream-body.ts"],
    tests: ["src/http/{read,stream}-body.test.ts"],
  },
  {
    name: "limits",
    package: "limits",
    source: ["src/*.ts"],
    tests: ["src/*.test.ts", "test/{limits,redis,windows,service}.test.ts"],
  },
  {
    name: "ai-sdk",
    package: "ai-sdk",
    source: ["src/**/*.ts"],
    tests: ["test/{prompt,parameters,agent-parts}.test.ts", "test/{reply,usage}.test.ts"],
  },
  {
    name: "openai-agents",
    package: "openai-agents",
    source: ["src/**/*.ts"],
    tests: ["src/*.test.ts", "test/{input,run}.test.ts", "test/{agent,responses}.test.ts"],
  },
  {
    name: "langchain",
    package: "langchain",
    source: ["src/**/*.ts"],
    tests: ["test/{messages,reply,options}.test.ts"],
  },
  {
    name: "cli/gateway",
    package: "cli",
    source: ["src/gateway/**/*.ts"],
    tests: [
      "src/gateway/**/*.test.ts",
      "test/{listen,open-redis,open-upstream}.test.ts",
      "test/{gateway-upstreams,gateway-parts,gateway}.test.ts",
    ],
  },
  {
    name: "opentelemetry",
    package: "opentelemetry",
    source: ["src/**/*.ts"],
    tests: [
      "src/**/*.test.ts",
      "test/{collector,contents,context,ended-requests,metrics,spans}.test.ts",
    ],
  },
  {
    name: "inspector",
    package: "inspector",
    source: ["src/*.ts", "src/{endpoints,growth,redact,show,store}/*.ts"],
    tests: ["src/*.test.ts", "src/{growth,redact,show,store}/*.test.ts", "test/endpoints.test.ts"],
  },
  {
    name: "redaction",
    package: "core",
    source: ["src/redaction/*.ts"],
    tests: ["src/redaction/*.test.ts"],
  },
];

/** The folder of this name. */
export function folderOf(name) {
  const folder = folders.find((each) => each.name === name);
  if (folder) return folder;
  throw new Error(
    `There is no folder ${name}; there are ${folders.map((each) => each.name).join(", ")}.`,
  );
}

/** The file of a folder in a directory of reports. */
export function fileOf(folder) {
  return folder.name.replaceAll(/\W/g, "-");
}
