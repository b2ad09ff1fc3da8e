/**
 * The floors of `src`, and of the folders in it that have floors of their own, from the ground. Each floor
 * lists files and rooms, and a room is a folder with all that is in it; `.` stands for the files of the
 * folder that no floor names. What is on a floor imports only itself and what is on a floor below. A star
 * stands for every format.
 */
export const floorsOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  src: [
    ["errors", "runtime"],
    ["json", "redaction", "sse"],
    ["validation"],
    ["conversation", "http"],
    ["accounts", "gpt-tokenizer.ts"],
    ["events"],
    ["endpoints", "models"],
    ["formats"],
    ["translation", "upstreams"],
    ["openapi", "options.ts"],
    ["bookkeeping", "check-options.ts"],
    ["request", "settings.ts"],
    ["handle-request.ts"],
    ["create-service.ts"],
    ["index.ts", "schemas.ts"],
  ],
  "src/accounts": [
    ["."],
    ["documents", "idempotency", "keys", "prices"],
    ["ledger", "limits"],
    ["delivery", "export", "outbox"],
  ],
  "src/endpoints": [["endpoint.ts"], ["accounts", "health-endpoints.ts"]],
  "src/models": [
    ["."],
    ["in-process", "places", "reply"],
    ["choices", "frameworks", "server-tools", "wrappers"],
  ],
  "src/formats": [
    [
      "documentation.ts",
      "edit-members.ts",
      "format.ts",
      "framing.ts",
      "relayed-output.ts",
      "session-id.ts",
    ],
    ["upstream-format.ts"],
    ["*"],
    ["formats.ts"],
    ["strict-profile.ts"],
    ["create-formats.ts", "index.ts", "strict.ts"],
  ],
  "src/formats/*": [
    ["schemas"],
    ["wire"],
    ["native", "validate/problem.ts"],
    ["answers", "strict"],
    ["settings.ts"],
    ["validate", "write-reply"],
    ["read-reply", "read-request", "write-request"],
    ["documentation", "relay"],
    ["documentation.ts", "format.ts", "shared.ts", "upstream.ts"],
  ],
  "src/upstreams": [
    ["send/model-rename.ts", "send/quote.ts", "send/transport.ts", "translate/reasoning-store.ts"],
    ["keys", "options.ts"],
    ["upstream.ts"],
    ["send"],
    ["translate"],
    ["relay"],
    ["."],
  ],
};

/** The doors of a format: the files and folders that others may import. */
export const doors: readonly string[] = [
  "documentation.ts",
  "format.ts",
  "schemas",
  "shared.ts",
  "strict",
  "upstream.ts",
];

/** The files that may import a door: the lists of formats, and what stands for one format by name. */
export const doorkeepers: readonly string[] = [
  "formats/formats.ts",
  "formats/index.ts",
  "formats/strict.ts",
  "index.ts",
  "openapi/formats.ts",
  "openapi/names.ts",
  "openapi/operations/chat-completions.ts",
  "openapi/operations/messages.ts",
  "schemas.ts",
  "translation/index.ts",
  "translation/tables.ts",
  "upstreams/chat-completions-upstream.ts",
  "upstreams/messages-upstream.ts",
  "upstreams/presets.ts",
  "upstreams/provider-error.ts",
];

/** Packages that are built into the bundle, so that nobody has to install them. */
export const builtInPackages: readonly string[] = ["eventsource-parser", "zod/mini"];

/** Packages that a single entry needs, so that nobody else has to install them. */
export const optionalPackages: Readonly<Record<string, string>> = {
  "gpt-tokenizer/encoding/o200k_base": "gpt-tokenizer.ts",
};
