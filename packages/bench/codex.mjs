import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createHttpServer } from "@diglot/adapter-node-http";
import {
  chatCompletionsFormat,
  chatCompletionsUpstream,
  createService,
  defineModel,
  messagesFormat,
  messagesUpstream,
  thinking,
  toolCall,
} from "@diglot/core";
import { responses } from "@diglot/responses";

const script = (id) =>
  defineModel(id, async function* ({ conversation }) {
    const turn = conversation.turns.at(-1);
    const result = turn.blocks.find((b) => b.type === "tool_result");
    if (process.env.SHOW)
      console.error(
        id,
        conversation.tools.map((t) => t.name ?? t.type).join(),
        JSON.stringify(turn).slice(0, 400),
      );
    if (result) {
      yield `The command said: ${JSON.stringify(result.content).match(/banana\d/)?.[0]}`;
      return;
    }
    yield thinking("I look.");
    yield "Looking.";
    yield toolCall({ name: "exec_command", arguments: { cmd: "echo banana$((1+1))" } });
  });
const inner = createService({ models: [script("chat"), script("mess")], allowAnonymous: true });
const fetch = (u, i) => inner.fetch(new Request(u, i));
const service = createService({
  models: [
    script("local"),
    chatCompletionsUpstream({
      id: "via-chat",
      model: "chat",
      baseUrl: "http://inner/v1",
      apiKey: "k",
      fetch,
    }),
    messagesUpstream({
      id: "via-messages",
      model: "mess",
      baseUrl: "http://inner",
      apiKey: "k",
      fetch,
    }),
  ],
  formats: [responses(), messagesFormat, chatCompletionsFormat],
  allowAnonymous: true,
  reporter: (e) => {
    if (e.type === "request_ended" || e.kind) console.error(JSON.stringify(e).slice(0, 300));
  },
});
const server = createHttpServer(service);
await new Promise((r) => server.listen(0, "127.0.0.1", r));
const port = server.address().port;
for (const model of process.argv.slice(2)) {
  const home = mkdtempSync("/tmp/codexhome-");
  writeFileSync(
    home + "/config.toml",
    `model = "${model}"
model_provider = "diglot"
web_search = "${process.env.SEARCH ?? "disabled"}"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.diglot]
name = "diglot"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
supports_websockets = false
`,
  );
  const child = spawn(
    "/tmp/codex/node_modules/.bin/codex",
    ["exec", "--skip-git-repo-check", "say what banana"],
    {
      cwd: home,
      env: { ...process.env, CODEX_HOME: home, HOME: home },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let out = "";
  child.stdout.on("data", (d) => (out += d));
  child.stderr.on("data", (d) => (out += d));
  const timer = setTimeout(() => child.kill("SIGKILL"), 40000);
  const code = await new Promise((r) => child.on("close", r));
  clearTimeout(timer);
  console.log("=====", model, code, "\n", out.slice(-900));
}
server.close();
server.closeAllConnections();
await service.close();
