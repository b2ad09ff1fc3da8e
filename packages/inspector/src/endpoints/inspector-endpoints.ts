/// <reference path="../page-module.d.ts" />
import { type Check, checks, type Endpoint, type LedgerRecords, ServiceError } from "@diglot/core";
import {
  type AdminCredential,
  type AdminEndpoint,
  validCredential,
  withCredential,
} from "@diglot/core/accounts";
import { html, policy } from "#page";
import { type Inspector, type View, viewOf } from "../create-inspector.js";
import { toDay } from "../show/day.js";
import { sumDaily, sumLedger } from "../show/usage.js";
import type { InspectorNote, RequestList, UsageReport } from "../wire.js";
import { answerJson, answerText } from "./answers.js";
import { readDays, readSplit } from "./days.js";
import { exchangeEndpoints, isOneTimeLink, type OneTimeLink } from "./one-time-link.js";

/** Options of the page and of its endpoints. */
export interface InspectorEndpointsOptions {
  /** The inspector whose reporter the service has. */
  readonly inspector: Inspector;
  /** The credential of administrators, as in `adminEndpoints`. The page asks for it. */
  readonly credential: AdminCredential;
  /** The ledger that the service writes. @default none: the page shows no sums */
  readonly ledger?: LedgerRecords | undefined;
  /**
   * Whether `adminEndpoints` with the same credential stand beside it. Without them the page has no
   * keys, balances and budgets. @default true
   */
  readonly hasAdmin?: boolean | undefined;
  /**
   * Whether `GET /admin/upstreams` and `POST /admin/upstreams/check` stand beside it, with the same credential, as
   * in `diglot serve`. With them the page shows whether each upstream can be used. @default false
   */
  readonly hasUpstreams?: boolean | undefined;
  /** Returns notes that stand above the requests. It is called each time the page looks. @default none */
  readonly notes?: (() => readonly InspectorNote[]) | undefined;
  /**
   * A link that opens the page once without a credential. Its credential must be among those of `credential`.
   * @default none
   */
  readonly link?: OneTimeLink | undefined;
}

const validOptions: Check = /* @__PURE__ */ checks.deferred(() =>
  checks.members<InspectorEndpointsOptions>({
    inspector: {
      required: checks.is("an inspector, such as createInspector()", (given) =>
        Boolean(typeof given === "object" && given && viewOf(given as Inspector)),
      ),
    },
    credential: { required: validCredential },
    ledger: checks.port<LedgerRecords>(
      "a ledger that can be read, such as createMemoryLedger()",
      "usage",
    ),
    hasAdmin: checks.flag,
    hasUpstreams: checks.flag,
    notes: checks.callback,
    link: checks.is("a link, such as createOneTimeLink()", isOneTimeLink),
  }),
);

/**
 * The page at `/inspector`, and below it what the page asks. The page itself holds nothing secret and
 * is served to everyone, under addresses, names without a dot and the service's `allowedHosts`; everything else is for administrators only. It shows balances, budgets and
 * keys if `adminEndpoints` with the same credential stand beside it.
 *
 * @example
 * createService({ …, endpoints: [...adminEndpoints(admin), ...inspectorEndpoints(inspector)] });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function inspectorEndpoints(options: InspectorEndpointsOptions): readonly Endpoint[] {
  checks.checkOptions("inspectorEndpoints", options, validOptions);
  const { inspector, credential } = options;
  const view = viewOf(inspector);
  if (!view) throw new TypeError('inspectorEndpoints: "inspector" must be an inspector.');
  return [
    page,
    ...exchangeEndpoints(options.link),
    ...questions(view, options).map(withCredential(credential)),
  ];
}

const page: Endpoint = {
  method: "GET",
  path: "/inspector",
  isPublic: true,
  answer: async () =>
    answerText("text/html; charset=utf-8", html, [
      ["content-security-policy", policy],
      ["referrer-policy", "no-referrer"],
      ["cross-origin-opener-policy", "same-origin"],
    ]),
};

function questions(
  view: View,
  { ledger, hasAdmin = true, hasUpstreams = false, notes = () => [] }: InspectorEndpointsOptions,
): readonly AdminEndpoint[] {
  return [
    {
      method: "GET",
      path: "/inspector/requests",
      answer: async ({ exchange, now }) => {
        return answerJson({
          ...view.list(afterOf(exchange)),
          now,
          hasAdmin,
          hasUpstreams,
          notes: notes(),
        } satisfies RequestList);
      },
    },
    {
      method: "GET",
      path: "/inspector/requests/:id",
      answer: async ({ exchange, parameters }) => {
        const found = await view.detail(parameters.id ?? "", afterOf(exchange));
        if (!found) throw notKept();
        return answerJson(found);
      },
    },
    {
      method: "GET",
      path: "/inspector/usage",
      answer: async ({ exchange, now }) => {
        const query = queryOf(exchange);
        const [days, split] = [readDays(query, now), readSplit(query)];
        return answerJson({
          start: toDay(days.from),
          end: toDay(days.to - 1),
          hasLedger: ledger !== undefined,
          sums: await sumLedger(ledger, days),
          daily: split && (await sumDaily(ledger, days, split)),
          ...view.latencies(),
        } satisfies UsageReport);
      },
    },
  ];
}

/** The cursor that the page got the last time. */
function afterOf(exchange: { readonly target: string }): string | undefined {
  return queryOf(exchange).get("after") ?? undefined;
}

function queryOf({ target }: { readonly target: string }): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
}

function notKept(): ServiceError {
  return new ServiceError({
    kind: "unknown_path",
    message: "This request is not kept; the oldest are forgotten first.",
  });
}
