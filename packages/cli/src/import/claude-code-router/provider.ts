import type { UpstreamConfig } from "../../config/types.js";
import { pick, pickText } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { readMembers, toTexts } from "../draft/members.js";
import { isAddress } from "../draft/upstream.js";
import type { Path } from "../report/item.js";
import { listTransformers, readTransformers } from "./transformers.js";

/** Adds the upstream and the models of one entry of `Providers`. */
export function readProvider(provider: unknown, path: Path, draft: Draft): void {
  const { notes } = draft;
  const name = pickText(provider, "name");
  const found = toAddress(pickText(provider, "api_base_url"), provider);
  if (name === "" || found === undefined) {
    notes.impossible(
      path,
      "The provider has no name, or an address that speaks none of our formats.",
    );
    return;
  }
  const address = draft.text(found.baseUrl, [...path, "api_base_url"], `${name}_BASE_URL`);
  if (!isAddress(address)) {
    notes.impossible([...path, "api_base_url"], "It is no http or https address.");
    return;
  }
  const apiKey = readKey(pick(provider, "api_key"), [...path, "api_key"], name, draft);
  const upstream = draft.addUpstream(name, {
    format: found.format,
    baseUrl: address,
    ...(apiKey !== undefined && { apiKey }),
    ...readTransformers(provider, path, draft),
  });
  const models = toTexts(pick(provider, "models"));
  for (const [index, model] of models.entries()) {
    draft.models.push({ id: `${name},${model}`, upstream, model });
    notes.carried([...path, "models", index], `The model "${name},${model}".`);
  }
  noteMembers(provider, path, draft, found);
}

interface Address {
  readonly baseUrl: string;
  readonly format: NonNullable<UpstreamConfig["format"]>;
  /** Whether it is another one than that of the file. */
  readonly isOther?: boolean;
}

/** The addresses of claude-code-router are those of an endpoint; ours are those of the API. */
function toAddress(address: string, provider: unknown): Address | undefined {
  const plain = address.replace(/\/+$/, "");
  if (/\/v1\/messages$/.test(plain)) {
    return { baseUrl: plain.replace(/\/v1\/messages$/, ""), format: "messages" };
  }
  if (/\/responses$/.test(plain)) {
    return { baseUrl: plain.replace(/\/responses$/, ""), format: "responses" };
  }
  if (/^https:\/\/generativelanguage\.googleapis\.com\//.test(plain)) {
    const baseUrl = "https://generativelanguage.googleapis.com/v1beta/openai";
    return { baseUrl, format: "chat-completions", isOther: true };
  }
  if (/aiplatform\.googleapis\.com/.test(plain) || plain === "") return undefined;
  const isMessages = listTransformers(provider).includes("anthropic");
  const baseUrl = plain.replace(/\/chat\/completions$/, "");
  return { baseUrl, format: isMessages ? "messages" : "chat-completions" };
}

function readKey(key: unknown, path: Path, name: string, draft: Draft): string | undefined {
  if (typeof key !== "string") return undefined;
  // Servers without keys are usually given the name of their program.
  if (key !== "" && key !== name) return draft.secret(key, path, `${name}_API_KEY`);
  draft.notes.changed(path, "The value stands for no key, so none is sent.");
  return undefined;
}

function noteMembers(provider: unknown, path: Path, { notes }: Draft, address: Address): void {
  const silent = () => undefined;
  const readers = {
    name: silent,
    models: silent,
    api_key: silent,
    transformer: silent,
    api_base_url: (_: unknown, place: Path) => {
      const words = `baseUrl of the upstream, which speaks ${address.format}.`;
      if (address.isOther)
        notes.changed(place, `${words} It is Google's address for such clients.`);
      else notes.carried(place, words);
    },
  };
  readMembers(provider, path, readers, (_, place) =>
    notes.impossible(place, "An upstream of Diglot has no such member."),
  );
}
