import { isDeepStrictEqual } from "node:util";
import { createHttpServer } from "@diglot/adapter-node-http";
import type { Service } from "@diglot/core";
import type { CheckedConfig } from "../config/check/check-config.js";
import { ConfigError } from "../config/check/config-error.js";
import { dropUndefined } from "../config/options/drop-undefined.js";
import type { GatewayConfig } from "../config/types.js";
import { noNotices } from "../log/log.js";
import { Failure } from "../terminal/failure.js";
import { noProgress, type Progress } from "../terminal/progress.js";
import type { Gateway, GatewayOptions, InspectorAddress } from "./gateway.js";
import { closeServer } from "./lifecycle/close-server.js";
import { createGenerations } from "./lifecycle/generations.js";
import { listen, toAddress } from "./lifecycle/listen.js";
import type { OpenInspector } from "./observation/open-inspector.js";

/** What a gateway is started with, beside its config and the check of it. */
interface RunOptions extends Pick<GatewayOptions, "log" | "reporter"> {
  /** Where it is shown that upstreams are asked. @default nowhere */
  readonly progress?: Progress | undefined;
}

/** Starts a gateway whose config is checked. */
export async function runGateway(
  config: CheckedConfig,
  check: (config: GatewayConfig) => Promise<CheckedConfig>,
  { log, reporter, progress = noProgress }: RunOptions,
): Promise<Gateway> {
  const { server: connections = {} } = config;
  const notices = log ?? noNotices;
  const reporters = [...(log ? [log.reporter] : []), ...(reporter ? [reporter] : [])];
  log?.setLevel(config.log?.level ?? "info");
  const generations = await createGenerations(config, { reporters, notices, progress });
  const service = followService(() => generations.current.service);
  const server = createHttpServer(service, {
    ...dropUndefined(connections),
    onError: (error) => notices.error("An answer could not be written.", error),
  });
  const origin = await listen(server, toAddress(config)).catch(async (error: unknown) => {
    await generations.end(0);
    throw error;
  });
  let basePath = config.service?.basePath ?? "";
  let isClosing = false;
  return {
    get baseUrl() {
      return `${origin}${basePath}`;
    },
    service,
    get models() {
      return generations.current.models;
    },
    get contextWindows() {
      return generations.current.contextWindows;
    },
    get searching() {
      return generations.current.searching;
    },
    get inspector() {
      const { inspector } = generations.current;
      return inspector && addressOf(inspector, `${origin}${basePath}`);
    },
    async reload(given) {
      if (isClosing) throw new Failure("The gateway stops, and takes no other config.");
      const next = await generations.replace(async () => {
        const checked = await check(given);
        refuseOtherServer(config, checked);
        return checked;
      });
      basePath = next.service?.basePath ?? "";
      log?.setLevel(next.log?.level ?? "info");
    },
    async close({ timeout = generations.current.drainTimeout } = {}) {
      isClosing = true;
      await generations.drain(timeout);
      await closeServer(server);
      await generations.end(timeout);
      log?.flush();
    },
  };
}

function addressOf({ link }: OpenInspector, baseUrl: string): InspectorAddress {
  const url = `${baseUrl}/inspector`;
  return { url, ...(link && { link: `${url}${link.fragment}` }) };
}

/** A service that is whichever is current at each request. */
function followService(current: () => Service): Service {
  return Object.freeze<Service>({
    fetch: (...request) => current().fetch(...request),
    request: (...request) => current().request(...request),
    handle: (exchange) => current().handle(exchange),
    matches: (target) => current().matches(target),
    close: (options) => current().close(options),
  });
}

/** The server and its telemetry are those of the process, and stay as long as it runs. */
function refuseOtherServer(config: CheckedConfig, next: CheckedConfig): void {
  const members = ["host", "port", "server", "telemetry"] as const;
  const changed = members.filter((member) => !isDeepStrictEqual(config[member], next[member]));
  if (changed.length === 0) return;
  const message = "cannot change while the gateway runs; stop it and start it again";
  const problems = changed.map((member) => ({ path: [member], message }));
  throw new ConfigError(next.source, problems);
}
