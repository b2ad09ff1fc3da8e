import { callerHeaders } from "../shared/exchange.ts";
import { paths } from "../shared/formats.ts";
import { type Core, loadPackage } from "../shared/project.ts";
import { requestBody } from "../shared/requests.ts";
import { ownModel, serviceOf } from "../shared/services.ts";
import type { Case } from "./case.ts";
import { useWebObjects } from "./web-objects.ts";

type AdapterFetch = typeof import("@diglot/adapter-fetch");

/** What the handler of `@diglot/adapter-fetch` adds to `service.fetch`. */
export async function fetchHandlerCase(root: string, core: Core): Promise<Case> {
  const { toFetchHandler } = await loadPackage<AdapterFetch>(root, "adapter-fetch");
  const handle = toFetchHandler(serviceOf(core, ownModel(core, ["word ".repeat(130)])));
  const body = new TextEncoder().encode(requestBody("chat", false));
  const init = { method: "POST", headers: callerHeaders, body };
  return {
    section: "in process",
    title: "a fetch handler, chat, own model",
    reference: "the Web objects",
    own: async () => {
      const response = await handle(new Request(`http://service${paths.chat}`, init));
      await response.arrayBuffer();
    },
    bare: () => useWebObjects(paths.chat, body),
  };
}
