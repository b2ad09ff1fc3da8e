import type { Reporter } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { changeSince } from "./growth/change-since.js";
import { type InspectorOptions, toSettings } from "./options.js";
import { detail } from "./show/detail.js";
import { sumLatencies } from "./show/latency.js";
import { summarize } from "./show/summary.js";
import { ContentLog } from "./store/content-log.js";
import { RequestLog } from "./store/request-log.js";
import type { RequestChange, RequestList, UsageReport } from "./wire.js";

/** Keeps the last requests of one service, and shows them. */
export interface Inspector {
  /** Goes into `createService({ reporter })`, alone or in a list. */
  readonly reporter: Reporter;
}

/** What the endpoints ask an inspector. */
export interface View {
  /** What has changed since a cursor; everything without one, and after a cursor of another process. */
  list(after: string | undefined): Omit<RequestList, "now" | "hasAdmin" | "hasUpstreams" | "notes">;
  /** What is new of one request since a cursor; `undefined` if it is not kept. Large contents give way to other work. */
  detail(id: string, after: string | undefined): Promise<RequestChange | undefined>;
  latencies(): Pick<UsageReport, "latencies" | "kept">;
}

const views = new WeakMap<Inspector, View>();

/** What the endpoints show of an inspector; `undefined` for any other object. */
export function viewOf(inspector: Inspector): View | undefined {
  return views.get(inspector);
}

/**
 * Keeps the last requests of one service in memory, for `inspectorEndpoints`.
 *
 * @example
 * const inspector = createInspector();
 * const endpoints = inspectorEndpoints({ inspector, credential, ledger });
 * createService({ models, keys, ledger, reporter: inspector.reporter, endpoints });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createInspector(options: InspectorOptions = {}): Inspector {
  const { keepRequests, capture } = toSettings(options);
  const log = new RequestLog(keepRequests);
  const contents = capture && new ContentLog({ ...capture, requests: keepRequests });
  const redactor = createRedactor(capture?.secrets ?? []);
  const reporter: Reporter = (event) => log.take(event);
  reporter.secrets = (search) => redactor.learn(search);
  if (contents) {
    reporter.contents = (content) => {
      contents.take(content, log.has(content.requestId));
      if (content.type === "events") log.touch(content.requestId);
    };
  }
  const captures = contents !== undefined;
  const inspector: Inspector = { reporter };
  // Versions begin anew with each process, so a cursor says of which one it is.
  const process = crypto.randomUUID().slice(0, 8);
  views.set(inspector, {
    list(after) {
      const known = readCursor(after, process);
      const changed = [...log.all()].filter(({ version }) => version > (known ?? 0));
      return {
        next: `${process}-${log.version}`,
        isWhole: known === undefined,
        oldest: log.oldest,
        captures,
        requests: changed.map((one) => summarize(one, contents?.get(one.facts.requestId))),
      };
    },
    async detail(id, after) {
      const request = log.get(id);
      if (!request) return undefined;
      const captured = contents?.get(id);
      const steps = detail(request, captured, { redactor, captures });
      return changeSince(await runRedaction(steps, captured?.held ?? 0), after);
    },
    latencies: () => sumLatencies(log.all()),
  });
  return inspector;
}

function readCursor(after: string | undefined, process: string): number | undefined {
  const [of, version = ""] = after?.split("-") ?? [];
  return of === process && /^\d{1,15}$/.test(version) ? Number(version) : undefined;
}
