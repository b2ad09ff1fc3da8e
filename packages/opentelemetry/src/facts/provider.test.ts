import { describe, expect, it } from "vitest";
import { providerOf, serverOf } from "./provider.js";

const attempt = { attemptId: "att_1", number: 1, model: "m", reservedNanoDollars: 0 };

describe("the provider of an attempt", () => {
  it.each([
    ["anthropic.com", "anthropic"],
    ["openai.azure.com", "azure.ai.openai"],
    ["services.ai.azure.com", "azure.ai.inference"],
    ["inference.ai.azure.com", "azure.ai.inference"],
    ["bedrock-runtime.eu-west-1.amazonaws.com", "aws.bedrock"],
    ["aiplatform.googleapis.com", "gcp.vertex_ai"],
    ["generativelanguage.googleapis.com", "gcp.gemini"],
    ["cohere.ai", "cohere"],
    ["cohere.com", "cohere"],
    ["deepseek.com", "deepseek"],
    ["groq.com", "groq"],
    ["mistral.ai", "mistral_ai"],
    ["moonshot.ai", "moonshot_ai"],
    ["moonshot.cn", "moonshot_ai"],
    ["perplexity.ai", "perplexity"],
    ["x.ai", "x_ai"],
  ])("of %s is %s, and of a host that only looks like it is not", (host, provider) => {
    const ofHost = (name: string) =>
      providerOf({ ...attempt, upstream: `https://${name}/v1`, upstreamFormat: "other" });
    expect(ofHost(host)).toBe(provider);
    for (const lookalike of [`not${host}`, `${host}.example`, host.replaceAll(".", "-")]) {
      expect(ofHost(lookalike)).toBe("openai");
    }
  });

  it.each([
    ["https://api.anthropic.com", "anthropic"],
    ["https://team.openai.azure.com/openai/v1", "azure.ai.openai"],
    ["https://team.services.ai.azure.com/models", "azure.ai.inference"],
    ["https://bedrock-runtime.eu-west-1.amazonaws.com", "aws.bedrock"],
    ["https://eu-west1-aiplatform.googleapis.com/v1", "gcp.vertex_ai"],
    ["https://generativelanguage.googleapis.com/v1beta/openai", "gcp.gemini"],
    ["https://api.cohere.ai/compatibility/v1", "cohere"],
    ["https://api.deepseek.com", "deepseek"],
    ["https://api.groq.com/openai/v1", "groq"],
    ["https://api.mistral.ai/v1", "mistral_ai"],
    ["https://api.moonshot.ai/v1", "moonshot_ai"],
    ["https://api.perplexity.ai", "perplexity"],
    ["https://api.x.ai/v1", "x_ai"],
  ])("of %s is %s, whatever format it speaks", (upstream, provider) => {
    for (const upstreamFormat of ["messages", "chat-completions"]) {
      expect(providerOf({ ...attempt, upstream, upstreamFormat })).toBe(provider);
    }
  });

  it("is that of the format for any other host", () => {
    const upstream = "https://not-groq.com.example";
    expect(providerOf({ ...attempt, upstream, upstreamFormat: "messages" })).toBe("anthropic");
    expect(providerOf({ ...attempt, upstream, upstreamFormat: "chat-completions" })).toBe("openai");
  });

  it("is that of the format if its address is no URL", () => {
    const upstream = "anthropic.com";
    expect(providerOf({ ...attempt, upstream, upstreamFormat: "other" })).toBe("openai");
  });

  it("is the service itself for a model in the process", () => {
    expect(providerOf(attempt)).toBe("diglot");
  });
});

describe("the server of an attempt", () => {
  it.each([
    ["http://127.0.0.1:8000/v1", { address: "127.0.0.1", port: 8000 }],
    ["http://local/v1", { address: "local", port: 80 }],
    ["http://[::1]:8000/v1", { address: "::1", port: 8000 }],
    ["https://api.example/v1", { address: "api.example", port: 443 }],
    ["no URL", {}],
    [undefined, {}],
  ])("of %s is %j", (upstream, server) => {
    expect(serverOf({ ...attempt, upstream })).toEqual(server);
  });
});
