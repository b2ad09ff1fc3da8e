import { onTestFinished } from "vitest";
import { createScriptedUpstream, hello, type ScriptedUpstream, say } from "../upstream/index.js";

/** The models of a server whose upstreams the prompt names, by the format that they speak. */
export const farModels = {
  "/v1/messages": "far-messages",
  "/v1/chat/completions": "far-chat-completions",
} as const;

/** A scripted upstream that says hello, until the test ends. */
export async function openUpstream(): Promise<ScriptedUpstream> {
  const upstream = await createScriptedUpstream();
  upstream.reply(say(hello));
  onTestFinished(() => upstream.close());
  return upstream;
}

/** The prompt that leads the far models to an upstream. */
export function promptTo({ url }: Pick<ScriptedUpstream, "url">, words = "hi"): string {
  return `${url} upstream-model ${words}`;
}
