/** What some tests need and a machine may lack, each with how to get it. */
export const parts = {
  PostgreSQL: "Start one on 127.0.0.1:5432, or set DATABASE_URL.",
  Redis: "Start one on 127.0.0.1:6379, or set REDIS_URL.",
  "the program redis-server": "Install Redis, for example: apt-get install redis-server",
  Chromium: "Install it or Chrome, for example: apt-get install chromium. CHROME_PATH may name it.",
  "Node 22.12": "node scripts/install-tools.mjs runtimes",
  "Node 22": "node scripts/install-tools.mjs runtimes",
  "Node 24": "npm ci",
  "Node 26": "node scripts/install-tools.mjs runtimes",
  Bun: "node scripts/install-tools.mjs runtimes",
  Deno: "node scripts/install-tools.mjs runtimes",
  workerd: "node scripts/install-tools.mjs runtimes",
  "Claude Code":
    "node scripts/install-tools.mjs coding-tools, or set DIGLOT_CLAUDE_CODE to its program.",
  Codex: "node scripts/install-tools.mjs coding-tools, or set DIGLOT_CODEX to its program.",
  bash: "Install it, for example: apt-get install bash",
  zsh: "Install it, for example: apt-get install zsh",
  fish: "Install it, for example: apt-get install fish",
  "the program script of util-linux": "On Debian: apt-get install bsdutils",
  "the right to mount a file system": "Run the tests as root, or allow sudo without a password.",
} as const;

/** The name of a part, as the end of a run lists it. */
export type PartName = keyof typeof parts;
