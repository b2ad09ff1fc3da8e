import type { UnknownAccountsPolicy } from "@diglot/core";

/** What the welcome text shows. */
export interface Welcome {
  /** Such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  readonly key: string;
  /** The file that holds keys and the ledger. */
  readonly database: string;
  /** What happens to accounts without a budget. */
  readonly unknownAccounts: UnknownAccountsPolicy;
}

const budgets: Readonly<Record<UnknownAccountsPolicy, string>> = {
  refuse: "accounts without a budget are refused",
  unlimited: "accounts without a budget spend without limit",
};

/** The text that is printed at the start, with a command for each endpoint, ready to be pasted. */
export function renderWelcome(welcome: Welcome): string {
  return `Diglot is listening.

  Base URL  ${welcome.baseUrl}  (Chat Completions clients: ${welcome.baseUrl}/v1)
  Key       ${welcome.key}
  Ledger    ${welcome.database}
  Budgets   ${budgets[welcome.unknownAccounts]}

Messages:

${renderMessagesCommand(welcome)}

Chat Completions, streamed:

${renderChatCompletionsCommand(welcome)}

What has been used, by day and model:

${renderUsageCommand(welcome)}

`;
}

function renderMessagesCommand({ baseUrl, key }: Welcome): string {
  const headers = [`x-api-key: ${key}`, "anthropic-version: 2023-06-01"];
  return renderCurl("", `${baseUrl}/v1/messages`, headers, {
    model: "eliza",
    max_tokens: 100,
    messages: [{ role: "user", content: "I am unhappy." }],
  });
}

function renderChatCompletionsCommand({ baseUrl, key }: Welcome): string {
  return renderCurl("-N ", `${baseUrl}/v1/chat/completions`, [`authorization: Bearer ${key}`], {
    model: "eliza",
    stream: true,
    messages: [{ role: "user", content: "My mother takes care of me." }],
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

/** A text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
