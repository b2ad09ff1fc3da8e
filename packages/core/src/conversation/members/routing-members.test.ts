import { describe, expect, it } from "vitest";
import { createReceipt } from "../receipt/receipt.js";
import { judgeRouting } from "./routing-members.js";

/** The places of what is refused of a body. */
function refused(body: Readonly<Record<string, unknown>>, allowed: readonly string[] = []) {
  const receipt = createReceipt({ default: "warn", fields: {} });
  judgeRouting(body, allowed, receipt);
  try {
    receipt.assertAccepted();
    return [];
  } catch (error) {
    return (error as { problems: readonly { at: string }[] }).problems.map(({ at }) => at);
  }
}

describe("members that choose a route", () => {
  it.each([
    "api_base",
    "base_url",
    "api_key",
    "api_version",
    "custom_llm_provider",
    "extra_headers",
    "extra_body",
    "extra_query",
    "headers",
    "mock_response",
    "mock_tool_calls",
    "mock_testing_fallbacks",
    "aws_secret_access_key",
    "azure_ad_token",
    "vertex_credentials",
    "litellm_credential_name",
    "fallbacks",
    "context_window_fallbacks",
    "model_list",
    "user_config",
    "organization",
    "deployment_id",
    "region_name",
  ])("B16 are refused by name, whatever the policy: %s", (name) => {
    expect(refused({ model: "m", [name]: "x" })).toEqual([`/${name}`]);
    expect(refused({ [name]: "x" }, [name])).toEqual([]);
    expect(refused({ [name]: null })).toEqual([]);
  });

  it("are all named at once, and others stay", () => {
    expect(refused({ api_base: "x", apis: 1, seed: 1, fallbacks: ["y"] })).toEqual([
      "/api_base",
      "/fallbacks",
    ]);
    expect(refused({ metadata: { api_key: "x" }, litellm_session_id: "s" })).toEqual([]);
  });
});
