import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { readHeaders } from "../draft/headers.js";
import { findProvider, type Provider } from "../draft/providers.js";
import type { UpstreamParts } from "../draft/upstream.js";
import type { Path } from "../report/item.js";

/** Keys that stand for none, as servers without keys are given them. */
const placeholders = /^(?:none|null|empty|dummy|fake|anything|not-needed|na|ollama|lm-studio)?$/i;

type Connection = Omit<UpstreamParts, "provider" | "format">;

/** The address, the key and the headers of a deployment. */
export function readConnection(
  entry: unknown,
  path: Path,
  draft: Draft,
  provider: Provider,
): Connection {
  const place = (name: string) => [...path, "litellm_params", name];
  const read = (name: string) => pick(entry, "litellm_params", name);
  const address = read("api_base") ?? read("base_url");
  return {
    ...(typeof address === "string" && {
      address: draft.text(address, place("api_base"), `${provider.name}_BASE_URL`),
    }),
    apiKey: readKey(read("api_key"), place("api_key"), draft, provider),
    headers: {
      ...readHeaders(read("extra_headers"), place("extra_headers"), draft),
      ...readHeaders(read("headers"), place("headers"), draft),
      ...(typeof read("organization") === "string" && {
        "openai-organization": draft.text(
          String(read("organization")),
          place("organization"),
          "OPENAI_ORGANIZATION",
        ),
      }),
    },
  };
}

/** Without a key in the file, LiteLLM takes the one in the provider's usual variable. */
function readKey(
  key: unknown,
  path: Path,
  draft: Draft,
  { name, variable }: Provider,
): string | undefined {
  if (typeof key === "string" && placeholders.test(key)) {
    draft.notes.changed(path, "The value stands for no key, so none is sent.");
    return undefined;
  }
  if (typeof key === "string") return draft.secret(key, path, variable ?? `${name}_API_KEY`);
  const isAzureAd = findProvider("azure")?.name === name;
  if (variable === undefined || isAzureAd) return undefined;
  return draft.variables.use(variable, `the key of ${name}`);
}
