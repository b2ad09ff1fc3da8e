// A local model that searches the web, for clients whose vendor does it for them.
import { chatCompletionsUpstream, createService, withServerTools } from "@diglot/core";
import { searxng, webPages } from "@diglot/web-tools";

/** @param {{ model?: string, search?: string }} addresses */
export function createSearching({
  model: baseUrl = "http://127.0.0.1:11434/v1",
  search = "http://127.0.0.1:8888",
} = {}) {
  const local = chatCompletionsUpstream({ id: "local", baseUrl, model: "qwen3-coder" });

  const model = withServerTools(local, {
    webSearch: searxng({ url: search }),
    webFetch: webPages(),
  });

  return createService({ models: [model], allowAnonymous: true });
}
