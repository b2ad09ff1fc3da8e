import { toStore } from "../config/to-store.js";
import type { Answers } from "./options.js";

/** A variable as a config names it. */
const variable = (name: string) => `\${${name}}`;

/** A config in JavaScript with a comment for each member, and what is often set next in comments. */
export function renderConfig(answers: Answers): string {
  return `// What \`diglot serve\` serves. Every member is described at
// https://github.com/diglot/diglot/blob/main/docs/config.md; an editor shows the same by the type below.
// A text such as "${variable("NAME")}" is replaced by the variable NAME.

/** @type {import("diglot").GatewayConfig} */
export default {
  host: "127.0.0.1", // "0.0.0.0" lets other machines call
  port: 8787,

${renderServed(answers)}
  // Who may call. More keys are issued with \`diglot keys create\`.
  keys: [{ id: "first", key: "${variable("DIGLOT_KEY")}", accountId: "first" }],

${renderStore(answers)}
  // What accounts may spend, once models have prices.
  // accounts: { first: { budgets: [{ period: "month", usd: "20.00" }] } },
  // unknownAccounts: "refuse",

  // Endpoints for administrators, and a page that shows each request at /inspector.
  // admin: { credential: "${variable("DIGLOT_ADMIN_CREDENTIAL")}" },
  // inspector: true,
};
`;
}

function renderServed({ upstream, models }: Answers): string {
  if (upstream === undefined) {
    return `  // Two toy models, until there is an upstream.
  models: [
    { id: "echo", embedded: "echo" },
    { id: "eliza", embedded: "eliza" },
  ],

  // upstreams: { local: { baseUrl: "http://127.0.0.1:11434/v1", allModels: true } },
`;
  }
  return `  // The servers behind the gateway. Their format is found out at the start.
  upstreams: {
    main: {
      baseUrl: ${JSON.stringify(upstream)},
      // apiKey: "${variable("UPSTREAM_KEY")}",
      allModels: ${models.length === 0},
    },
  },

${renderModels(models)}`;
}

function renderModels(models: readonly string[]): string {
  const comment =
    "  // Prices are in US dollars for a million tokens; without them nothing is billed.\n";
  const example = '{ id: "name", upstream: "main", prices: { input: 1, output: 4 } }';
  if (models.length === 0) return `${comment}  // models: [${example}],\n`;
  const lines = models.map((id) => `    { id: ${JSON.stringify(id)}, upstream: "main" },\n`);
  return `${comment}  models: [\n${lines.join("")}  ],\n`;
}

function renderStore({ database }: Answers): string {
  if (database === undefined) {
    return `  // Where issued keys and usage are kept. Without it they are lost with the process.
  // store: { type: "sqlite", path: "diglot.sqlite" },
`;
  }
  return `  // Where issued keys and usage are kept.
  store: ${JSON.stringify(toStore(database))},
`;
}
