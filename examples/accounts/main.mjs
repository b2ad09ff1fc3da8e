// npm start: serves the accounts on 127.0.0.1, and says what to do next.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createAccountsService } from "./service.mjs";

const {
  MESSAGES_BASE_URL,
  MESSAGES_API_KEY,
  MESSAGES_MODEL,
  CHAT_BASE_URL,
  CHAT_API_KEY,
  CHAT_MODEL,
  PRICES = new URL("prices.example.json", import.meta.url),
  FOLDER = "data",
  PORT = "8787",
  ADMIN_CREDENTIAL = `admin-${randomBytes(24).toString("base64url")}`,
} = process.env;

if (!MESSAGES_BASE_URL && !CHAT_BASE_URL) {
  throw new TypeError("Set MESSAGES_BASE_URL, CHAT_BASE_URL or both to the upstreams.");
}
await mkdir(FOLDER, { recursive: true });
const accounts = await createAccountsService({
  folder: FOLDER,
  adminCredential: ADMIN_CREDENTIAL,
  prices: JSON.parse(await readFile(PRICES, "utf8")),
  messages: MESSAGES_BASE_URL
    ? { baseUrl: MESSAGES_BASE_URL, apiKey: MESSAGES_API_KEY, model: MESSAGES_MODEL }
    : undefined,
  chat: CHAT_BASE_URL
    ? { baseUrl: CHAT_BASE_URL, apiKey: CHAT_API_KEY, model: CHAT_MODEL }
    : undefined,
});

const server = createHttpServer(accounts.service).listen(Number(PORT), "127.0.0.1");
await once(server, "listening");
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
const model = MESSAGES_BASE_URL ? "large" : "small";
// One that the environment sets is not shown.
const credential = process.env.ADMIN_CREDENTIAL ? "" : `\nADMIN_CREDENTIAL=${ADMIN_CREDENTIAL}`;

if (!process.env.PRICES) {
  console.log("The prices are invented ones; set PRICES to the path of a table of your own.");
}
console.log(`Diglot listens on ${origin}; its ledger is in ${FOLDER}. Paste into another shell:

BASE_URL=${origin}${credential}

echo "A key for the account ada, whose secret is shown only once, and five dollars for her:"
KEY=$(curl -s "$BASE_URL/admin/keys" -H "x-api-key: $ADMIN_CREDENTIAL" -H "content-type: application/json" \\
  -d '{"account_id":"ada","name":"first key"}' | node -p 'JSON.parse(fs.readFileSync(0)).secret')
curl -sw '\\n' "$BASE_URL/admin/accounts/ada/credits" -H "x-api-key: $ADMIN_CREDENTIAL" \\
  -H "content-type: application/json" -d '{"id":"first payment","usd":"5"}'

echo "The same model in both formats:"
curl -sw '\\n' "$BASE_URL/v1/messages" -H "x-api-key: $KEY" -H "anthropic-version: 2023-06-01" \\
  -H "content-type: application/json" \\
  -d '{"model":"${model}","max_tokens":200,"messages":[{"role":"user","content":"Hello!"}]}'
curl -sw '\\n' "$BASE_URL/v1/chat/completions" -H "authorization: Bearer $KEY" \\
  -H "content-type: application/json" \\
  -d '{"model":"${model}","max_completion_tokens":200,"messages":[{"role":"user","content":"Hello!"}]}'

echo "What it has cost, what is left, and every attempt:"
curl -sw '\\n' "$BASE_URL/v1/usage?group_by=model" -H "x-api-key: $KEY"
curl -sw '\\n' "$BASE_URL/v1/balance" -H "x-api-key: $KEY"
curl -s "$BASE_URL/admin/usage/rows?format=csv" -H "x-api-key: $ADMIN_CREDENTIAL"
`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await accounts.close();
    server.close();
  });
}
