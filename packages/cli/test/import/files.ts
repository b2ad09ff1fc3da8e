import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { newFile } from "../command.js";

/** The path of a file of another product. */
export function fileOf(name: string): string {
  return fileURLToPath(new URL(`files/${name}`, import.meta.url));
}

/** A copy of such a file, in which an address is that of a server of the test. */
export function fileWithUpstream(name: string, address: string): string {
  const text = readFileSync(fileOf(name), "utf8");
  return newFile(name, text.replaceAll("https://upstream.example", address));
}

/** All files, with what they are. */
export const files = {
  "litellm-simple.yaml": "litellm",
  "litellm-router.yaml": "litellm",
  "litellm-settings.yaml": "litellm",
  "router-routes.jsonc": "claude-code-router",
  "router-plain.json": "claude-code-router",
  "portkey-single.json": "portkey",
  "portkey-nested.json": "portkey",
  "aimock-conversation.json": "aimock",
  "aimock-sequence.json": "aimock",
  "msw.har": "har",
} as const;

/** The secrets that are in these files. */
export const secrets: readonly string[] = [
  "sk-literal-key-of-the-file-0001",
  "a-password-for-redis",
  "c2VjcmV0LXZhbHVl",
  "sk-master-0123456789abcdef",
  "a-db-password",
  "a-password-in-the-file",
  "a-key-for-callers-0001",
  "a-literal-key-of-the-file-2",
  "sk-literal-key-of-the-file-0003",
  "openai-prod-4ba3e1",
  "a-literal-key-of-the-file-4",
  "sk-ant-literal-key-of-the-file-5",
  "unknown-1f2e3d",
  "sk-recorded-key-0123456789",
  "sk-ant-recorded-key-0123456789",
];
