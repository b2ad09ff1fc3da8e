import { fileURLToPath } from "node:url";
import { LLMock } from "@copilotkit/aimock";
import { chatCompletionsUpstream, messagesUpstream, thinking } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { responses, responsesUpstream } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it, onTestFinished } from "vitest";
import type { UpstreamFormatName } from "../src/config/upstream-formats.js";
import { discoverUpstream } from "../src/discover/discover-upstream.js";
import {
  type Examination,
  ExaminationError,
  type ExamineOptions,
  examineUpstream,
} from "../src/doctor/examine-upstream.js";
import { createAnswer, createExaminee } from "./examinee.js";
import { type Reply, type Routes, serve, serveService } from "./servers.js";

const formats = ["messages", "chat-completions"] as const;
const upstreams = {
  messages: messagesUpstream,
  responses: responsesUpstream,
  "chat-completions": chatCompletionsUpstream,
};

async function examine(
  baseUrl: string,
  format: UpstreamFormatName,
  options: Partial<ExamineOptions> = {},
): Promise<Examination> {
  const upstream = { ...(await discoverUpstream({ baseUrl, apiKey: key })), format };
  const model = upstream.models[0]?.id ?? "any";
  const examination = await examineUpstream({ upstream, model, apiKey: key, ...options });
  const { baseUrl: address } = upstream;
  // Whatever was found, core takes it.
  upstreams[format]({ id: "m", baseUrl: address, capabilities: examination.capabilities });
  return examination;
}

/** The ids of all probes with one result. */
function idsOf({ findings }: Examination, result: string): readonly string[] {
  return findings.filter((finding) => finding.result === result).map(({ id }) => id);
}

function seenOf({ findings }: Examination, id: string): string | undefined {
  return findings.find((finding) => finding.id === id)?.seen;
}

describe.each(formats)("a model that can do everything, in %s", (format) => {
  it("gets a yes for all that the strict fake of its vendor's service has", async () => {
    const { url, close } = await createExaminee().listen();
    onTestFinished(close);
    const examination = await examine(url, format);
    expect(idsOf(examination, "unclear")).toEqual([]);
    // The service of Chat Completions has no such parameter.
    expect(idsOf(examination, "no")).toEqual(format === "messages" ? [] : ["top_k"]);
    expect(examination.capabilities).toMatchObject({ tools: true, midSystem: true });
    expect(seenOf(examination, "long_input")).toMatch(/^400 prompt is too long: 2000000 tokens/);
  });
});

describe.each(formats)("a Diglot with echo, in %s", (format) => {
  it("calls tools only if it must, follows no instructions and sees no images", async () => {
    const { service } = serviceOf(createEcho());
    const examination = await examine(await serveService(service), format);
    expect(idsOf(examination, "unclear")).toEqual([
      "tools",
      "stream_tools",
      "tool_choice_none",
      "parallel_calls",
      "single_call",
      "images",
      "pdfs",
      "system",
      "mid_system",
      ...(format === "messages" ? ["prefill"] : ["developer_role", "system_parts", "top_k"]),
    ]);
    expect(idsOf(examination, "no")).toEqual([
      ...(format === "messages" ? [] : ["logprobs"]),
      "prompt_cache",
      "long_input",
    ]);
    expect(examination.capabilities).toMatchObject({
      tools: true,
      toolChoice: ["auto", "none", "any", "tool"],
      jsonSchema: true,
    });
    expect(examination.capabilities).not.toHaveProperty("images");
  });
});

describe.each(formats)("a mock from the registry, in %s", (format) => {
  it("shows what it ignores", async () => {
    const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
    mock.loadFixtureFile(fileURLToPath(new URL("aimock.json", import.meta.url)));
    await mock.start();
    onTestFinished(() => mock.stop());
    const examination = await examine(mock.url, format);
    expect(idsOf(examination, "yes")).toEqual([
      "answer",
      "streaming",
      ...(format === "messages" ? [] : ["stream_usage"]),
      "tools",
      "stream_tools",
      "tool_choice_any",
      "tool_results",
    ]);
    expect(idsOf(examination, "no")).toEqual([
      ...(format === "messages" ? ["stream_usage"] : []),
      "tool_choice_tool",
      "tool_choice_none",
      "parallel_calls",
      "json_schema",
      ...(format === "messages" ? [] : ["json_object", "reasoning", "choices", "logprobs"]),
      "long_input",
    ]);
    expect(examination.capabilities).toMatchObject({
      tools: true,
      toolChoice: ["auto", "any"],
      jsonSchema: false,
    });
  });
});

describe("a service of Responses only", () => {
  it("can do everything that a capable model can, streams and calls of tools among it", async () => {
    const { service } = serviceOf(createAnswer(), { formats: [responses()] });
    const examination = await examine(await serveService(service), "responses");
    expect(idsOf(examination, "unclear")).toEqual([]);
    expect(idsOf(examination, "no")).toEqual([]);
    expect(examination.capabilities).toMatchObject({ tools: true, reasoningSummary: true });
  });
});

/** A server of Chat Completions that answers every request like this. */
function serverWith(reply: Reply | (() => Reply)): Promise<string> {
  const routes: Routes = {
    "POST /v1/chat/completions": typeof reply === "function" ? reply : () => reply,
    "*": { status: 404, text: "not here" },
  };
  return serve(routes);
}

const answer = answerWith("Hi");
const error = (status: number, message: string): Reply => ({
  status,
  json: { error: { message } },
});

describe("examineUpstream", () => {
  it("ends at once if the model does not answer, with what was said, but without the key", async () => {
    const baseUrl = await serverWith(error(404, `no such model for ${key}`));
    const examination = examine(baseUrl, "chat-completions");
    await expect(examination).rejects.toThrow(ExaminationError);
    await expect(examination).rejects.toThrow("404 no such model for [key]");
  });

  it("goes on, without a conclusion, after errors of the server and limits of rate", async () => {
    let requests = 0;
    const errors = [error(500, "oh"), error(429, "slow down"), error(503, "busy")];
    const baseUrl = await serverWith(() => (requests++ < 4 ? answer : errors[requests % 3]!));
    const examination = await examine(baseUrl, "chat-completions");
    expect(idsOf(examination, "yes")).toEqual(["answer"]);
    expect(idsOf(examination, "no")).toEqual([]);
    expect(examination.capabilities).toEqual({});
    expect(seenOf(examination, "images")).toMatch(/^(500 oh|429 slow down|503 busy)$/);
  });

  it("shows nothing that would move a terminal's cursor", async () => {
    const evil = "\u001b[2J\u0007\u202egone\r\n";
    const examination = await examine(await serverWith(answerWith(evil)), "chat-completions");
    const shown = examination.findings.map(({ seen }) => seen).join(" ");
    expect(shown).toContain("gone");
    expect(shown).not.toMatch(/\p{C}/u);
  });

  it("has room for reasoning once a reply had any", async () => {
    const limits: unknown[] = [];
    const { service } = serviceOf(async function* ({ conversation }) {
      limits.push(conversation.maxTokens);
      yield thinking("Hm.");
      yield "Hi";
    });
    await examine(await serveService(service), "messages", { skip: ["long_input"] });
    expect(limits.slice(0, 3)).toEqual([16, 1024, 1024]);
  });

  it("counts the requests, and the tokens that the server reports", async () => {
    const { service, ledger } = serviceOf(createEcho());
    const skip = ["long_input"];
    const examination = await examine(await serveService(service), "messages", { skip });
    const { rows } = await ledger.rows({ limit: 100 });
    // A request that is refused has no row.
    expect(rows.length).toBeLessThan(examination.requests);
    const output = rows.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0);
    expect(examination.outputTokens).toBe(output);
  });

  it("says before each probe how far it is", async () => {
    const steps: string[] = [];
    const { findings } = await examine(await serverWith(answer), "chat-completions", {
      onProgress: (title, index, count) => steps.push(`${index + 1}/${count} ${title}`),
    });
    expect(steps).toEqual(
      findings.map(({ title }, index) => `${index + 1}/${findings.length} ${title}`),
    );
  });
});

function answerWith(content: string): Reply {
  return {
    status: 200,
    json: { choices: [{ message: { content }, finish_reason: "stop" }] },
  };
}
