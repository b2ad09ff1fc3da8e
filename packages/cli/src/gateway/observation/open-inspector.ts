import type { Inspector, OneTimeLink } from "@diglot/inspector";
import { isLoopback } from "../../config/reachable.js";
import type { InspectorConfig } from "../../config/types.js";
import type { Resource } from "../lifecycle/resources.js";

/** An inspector, and the link that opens its page. */
export interface OpenInspector {
  readonly inspector: Inspector;
  /** None if others than the programs of this machine reach the gateway. */
  readonly link: OneTimeLink | undefined;
}

/** Opens the inspector, whose page is loaded only now. */
export async function openInspector(
  config: InspectorConfig,
  host: string,
): Promise<Resource<OpenInspector>> {
  const { createInspector, createOneTimeLink } = await import("@diglot/inspector");
  const link = isLoopback(host) ? createOneTimeLink() : undefined;
  return { value: { inspector: createInspector(config), link }, close: () => undefined };
}
