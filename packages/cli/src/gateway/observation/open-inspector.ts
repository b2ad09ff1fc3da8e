import type { Inspector } from "@diglot/inspector";
import type { InspectorConfig } from "../../config/types.js";
import type { Resource } from "../lifecycle/resources.js";

/** Opens the inspector, whose page is loaded only now. */
export async function openInspector(config: InspectorConfig): Promise<Resource<Inspector>> {
  const { createInspector } = await import("@diglot/inspector");
  return { value: createInspector(config), close: () => undefined };
}
