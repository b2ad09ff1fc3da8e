import { describe, expect, it } from "vitest";
import { requestFields } from "../documentation/request-fields.js";
import { nativeRules } from "./rules.js";

const outcomeOf = (field: string, value: unknown) => nativeRules.member(field, value).outcome;

describe("the rules for what only the Messages format knows", () => {
  it("never pretends to support a region, a container or a server", () => {
    expect(outcomeOf("inference_geo", "us")).toBe("refused");
    expect(outcomeOf("container", { id: "c" })).toBe("refused");
    expect(outcomeOf("mcp_servers", [{ type: "url" }])).toBe("refused");
    expect(outcomeOf("mcp_servers", [])).toBe("no_op");
  });

  it("drops edits that only clear, and refuses those that compact", () => {
    const edits = (...types: string[]) => ({ edits: types.map((type) => ({ type })) });
    const field = "context_management";
    expect(outcomeOf(field, edits("clear_tool_uses_20250919", "clear_thinking_20251015"))).toBe(
      "dropped",
    );
    expect(outcomeOf(field, edits("clear_tool_uses_20250919", "compact_20260112"))).toBe("refused");
    expect(outcomeOf(field, { edits: [] })).toBe("no_op");
    expect(outcomeOf(field, {})).toBe("no_op");
    expect(outcomeOf(field, { edits: [null] })).toBe("refused");
  });

  it("refuses unknown fields unless loss is allowed, and drops unknown members", () => {
    expect(nativeRules.member("brand_new", 1)).toMatchObject({
      outcome: "refused",
      whenWarned: "dropped",
    });
    expect(outcomeOf("thinking.brand_new", 1)).toBe("dropped");
    expect(outcomeOf("messages.content.brand_new", 1)).toBe("dropped");
    expect(outcomeOf("metadata.brand_new", 1)).toBe("refused");
    expect(outcomeOf("brand_new", null)).toBe("no_op");
  });

  it("knows the members of blocks wherever the blocks are", () => {
    for (const place of ["system", "messages.content", "messages.content.content"]) {
      expect(outcomeOf(`${place}.citations`, [{ type: "char_location" }])).toBe("dropped");
      expect(outcomeOf(`${place}.citations`, { enabled: false })).toBe("no_op");
      expect(outcomeOf(`${place}.caller`, { type: "direct" })).toBe("no_op");
    }
    expect(outcomeOf("messages.content.source.content.citations", [1])).toBe("dropped");
  });

  it("refuses tools that the model may not call directly", () => {
    expect(outcomeOf("tools.allowed_callers", ["direct"])).toBe("no_op");
    expect(outcomeOf("tools.allowed_callers", ["direct", "code_execution_20260120"])).toBe(
      "dropped",
    );
    expect(outcomeOf("tools.allowed_callers", ["code_execution_20260120"])).toBe("refused");
  });

  it("refuses a thread with details that make official clients go on without it", () => {
    expect(nativeRules.member("thread", { type: "create" }).details).toEqual({
      error_code: "thread_unsupported_request",
      unsupported: ["thread"],
    });
  });

  it("writes as text what can be written so, and refuses the rest", () => {
    const search = {
      type: "search_result",
      source: "https://a.example",
      title: "A",
      content: [{ type: "text", text: "found" }],
      cache_control: { type: "ephemeral" },
    };
    expect(nativeRules.block(search)).toMatchObject({
      rule: { outcome: "approximated" },
      text: '<search_result source="https://a.example" title="A">\nfound\n</search_result>',
      cache: { type: "ephemeral" },
    });
    const uncited = { ...search, citations: { enabled: true } };
    expect(nativeRules.block(uncited).rule.reason).toContain("cite");
    const pictured = { ...search, content: [{ type: "image" }] };
    expect(nativeRules.block(pictured).rule.outcome).toBe("refused");
    expect(
      nativeRules.block({ type: "server_tool_use", id: "s", name: "web_search" }),
    ).toMatchObject({
      rule: { outcome: "refused", whenWarned: "approximated" },
      text: '{"type":"server_tool_use","id":"s","name":"web_search"}',
    });
    expect(nativeRules.block({ type: "compaction", content: "so far" }).text).toBe("so far");
    expect(nativeRules.block({ type: "container_upload", file_id: "f" }).rule.outcome).toBe(
      "refused",
    );
    expect(nativeRules.block({ type: "hologram" }).rule.outcome).toBe("refused");
  });
});

describe("the fields of a Messages request", () => {
  it("each have a neutral field or native rules, in whole sentences", () => {
    for (const { field, neutralField, native } of requestFields) {
      expect(neutralField ?? native?.[0]?.reason, field).toMatch(/^\w/);
      for (const { reason } of native ?? []) expect(reason, field).toMatch(/\.$/);
    }
  });

  it("are each listed at most once with a neutral field and once with native rules", () => {
    const kinds = requestFields.flatMap(({ field, neutralField, native }) => [
      ...(neutralField === undefined ? [] : [`${field} neutral`]),
      ...(native === undefined ? [] : [`${field} native`]),
    ]);
    const repeated = kinds.filter((kind, index) => kinds.indexOf(kind) !== index);
    // Two types of blocks have a member with this name, each with its own rules.
    expect(repeated.filter((kind) => !kind.endsWith(".tool native"))).toEqual([]);
  });
});
