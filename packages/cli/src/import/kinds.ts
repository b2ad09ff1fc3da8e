/** The kinds of files that can be imported. */
export const kinds = ["litellm", "claude-code-router", "portkey", "aimock", "har"] as const;

/** A kind of file. */
export type Kind = (typeof kinds)[number];

/** What people call a file of each kind. */
export const kindNames: Readonly<Record<Kind, string>> = {
  litellm: "a config of LiteLLM",
  "claude-code-router": "a config of claude-code-router",
  portkey: "a config object of Portkey",
  aimock: "fixtures of aimock",
  har: "a HAR recording",
};

/** Where the result goes if no option says otherwise: a config, a script of a fake, or the folder of a tape. */
export const defaultOutputs: Readonly<Record<Kind, string>> = {
  litellm: "diglot.config.json",
  "claude-code-router": "diglot.config.json",
  portkey: "diglot.config.json",
  aimock: "fake.mjs",
  har: "tape",
};
