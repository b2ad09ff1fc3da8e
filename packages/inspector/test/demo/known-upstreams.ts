import type { Endpoint } from "@diglot/core";
import { type AdminCredential, withCredential } from "@diglot/core/accounts";

const now = Date.now();
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

const untouched = { last_error_at: null, last_error: null, last_error_status: null };

/** What `diglot serve` would tell of three upstreams: one is ready, one lacks a model, one refuses its key. */
const upstreams = [
  {
    ...{ name: "vendor", base_url: "https://vendor.example/v1", state: "ready", problem: null },
    checked_at: ago(6),
    models: [
      {
        ...{ id: "large", name: "vendor-large", is_unlisted: false },
        ...{ ...untouched, last_success_at: ago(1) },
      },
      {
        ...{ id: "small", name: "vendor-small", is_unlisted: false, last_success_at: ago(3) },
        ...{ last_error_at: ago(64), last_error: "overloaded", last_error_status: 529 },
      },
    ],
  },
  {
    ...{ name: "office", base_url: "http://10.0.0.7:11434/v1", state: "ready" },
    problem: "http://10.0.0.7:11434/v1 does not list qwen4-coder. Did you mean qwen3-coder?",
    checked_at: ago(6),
    models: [
      {
        ...{ id: "coder", name: "qwen4-coder", is_unlisted: true, last_success_at: null },
        ...{ last_error_at: ago(12), last_error: "unknown_model", last_error_status: 404 },
      },
    ],
  },
  {
    ...{ name: "spare", base_url: "https://spare.example/v1", state: "key_refused" },
    problem: "https://spare.example/v1 does not accept the key (status 401).",
    ...{ checked_at: ago(2), models: [] },
  },
];

/** The endpoints of upstreams, as `diglot serve` has them. */
export function knownUpstreams(credential: AdminCredential): readonly Endpoint[] {
  const guard = withCredential(credential);
  const answer = async () => {
    const body = JSON.stringify({ object: "list", data: upstreams, next: null });
    const headers = [["content-type", "application/json"]] as const;
    return { status: 200, headers, body: new TextEncoder().encode(body) };
  };
  return [
    guard({ method: "GET", path: "/admin/upstreams", answer }),
    guard({ method: "POST", path: "/admin/upstreams/check", answer }),
  ];
}
