import { toPlainLine } from "@diglot/core/redaction";
import type { InspectorAddress } from "../gateway/gateway.js";
import { hidePassword } from "../terminal/hide-password.js";
import { nameSome } from "../terminal/name-some.js";
import { style } from "../terminal/style.js";

/** What the welcome text shows. */
export interface Welcome {
  /** Such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  readonly key: string;
  /** The ids of the models, at least one. */
  readonly models: readonly string[];
  /** Whether the models are those that need no server. */
  readonly isEmbedded: boolean;
  /** Where usage is kept; absent: in memory. */
  readonly database?: string | undefined;
  /** Where the page of the inspector is; absent: it is off. */
  readonly inspector?: InspectorAddress | undefined;
}

/** What the commands ask: the embedded model has an answer of its own only to some lines. */
const prompts = {
  embedded: { whole: "I am unhappy.", streamed: "My mother takes care of me." },
  real: { whole: "What is the capital of France?", streamed: "Count from one to ten." },
} as const;

/** How many models are named; an upstream may list hundreds. */
const namedModels = 8;

/**
 * The text that is printed at the start: where to call, with which variables, and what to try. An upstream
 * has named the models, so no name has more than one line.
 */
export function renderWelcome(given: Welcome): string {
  const welcome = { ...given, models: given.models.map((id) => toPlainLine(id)) };
  const { baseUrl, key, models, database } = welcome;
  return `Diglot is listening.

  Messages          ${style("cyan", baseUrl)}
  Chat Completions  ${style("cyan", `${baseUrl}/v1`)}
  Responses         ${style("cyan", `${baseUrl}/v1`)}
  Key               ${style("cyan", key)}
  Models            ${nameModels(models)}
  Usage             ${database ? hidePassword(database) : "in memory, until this ends (--database keeps it)"}
  Inspector         ${nameInspector(welcome)}

Variables for tools and SDKs:

${renderVariables(welcome)}

Messages:

${renderMessagesCommand(welcome)}

Chat Completions, streamed:

${renderChatCompletionsCommand(welcome)}

What has been used, by day and model:

${renderUsageCommand(welcome)}

`;
}

function nameModels(models: readonly string[]): string {
  const names = nameSome(models, namedModels);
  return models.length > namedModels ? `${names} (GET /v1/models)` : names;
}

function nameInspector({ inspector }: Welcome): string {
  if (inspector === undefined) return "off (--admin-credential turns it on)";
  if (inspector.link === undefined) return style("cyan", inspector.url);
  return `${style("cyan", inspector.link)} (opens once, without the credential, within 10 minutes)`;
}

function renderVariables({ baseUrl, key, models: [model = ""] }: Welcome): string {
  const variables = {
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_SMALL_FAST_MODEL: model,
    OPENAI_BASE_URL: `${baseUrl}/v1`,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: model,
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoteIfNeeded(value)}`)
    .join("\n");
}

function renderMessagesCommand({ baseUrl, key, models: [model], isEmbedded }: Welcome): string {
  const { whole } = prompts[isEmbedded ? "embedded" : "real"];
  const headers = [`x-api-key: ${key}`, "anthropic-version: 2023-06-01"];
  return renderCurl("", `${baseUrl}/v1/messages`, headers, {
    model,
    max_tokens: 100,
    messages: [{ role: "user", content: whole }],
  });
}

function renderChatCompletionsCommand({
  baseUrl,
  key,
  models: [model],
  isEmbedded,
}: Welcome): string {
  const { streamed } = prompts[isEmbedded ? "embedded" : "real"];
  return renderCurl("-N ", `${baseUrl}/v1/chat/completions`, [`authorization: Bearer ${key}`], {
    model,
    stream: true,
    messages: [{ role: "user", content: streamed }],
  });
}

function renderUsageCommand({ baseUrl, key }: Welcome): string {
  return `curl ${quote(`${baseUrl}/v1/usage?group_by=day,model`)} -H ${quote(`x-api-key: ${key}`)}`;
}

function renderCurl(flags: string, url: string, headers: readonly string[], body: object): string {
  const lines = [...headers, "content-type: application/json"];
  const options = lines.map((line) => `-H ${quote(line)}`).join(" ");
  return `curl ${flags}${url} ${options} -d ${quote(JSON.stringify(body))}`;
}

function quoteIfNeeded(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : quote(text);
}

/** A text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
