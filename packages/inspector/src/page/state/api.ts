import { signal } from "@preact/signals";

/** An answer of the service that is an error. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const storageName = "diglot-inspector-credential";

/** What the administrator has typed, or the address held; kept until the tab is closed. */
export const credential = signal<string | undefined>(
  takeFromAddress() ?? sessionStorage.getItem(storageName) ?? undefined,
);

/** The credential of an address such as `#credential=…`, which then has it no longer. */
function takeFromAddress(): string | undefined {
  const [, given] = /^#credential=(.+)/.exec(location.hash) ?? [];
  if (given === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  const text = decodeURIComponent(given);
  sessionStorage.setItem(storageName, text);
  return text;
}

/** Why the credential is asked for again. */
export const refusal = signal<string | undefined>(undefined);

/** Remembers a credential that was accepted. */
export function enter(text: string): void {
  sessionStorage.setItem(storageName, text);
  refusal.value = undefined;
  credential.value = text;
}

/** Forgets the credential. */
export function leave(why?: string): void {
  sessionStorage.removeItem(storageName);
  refusal.value = why;
  credential.value = undefined;
}

/** The path below which the service stands. */
const base = location.pathname.replace(/\/inspector\/?$/, "");

/** A question to the service, or a change. */
export interface Question {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** @default the one that was accepted */
  readonly as?: string;
}

/**
 * Asks the service for JSON. A credential that is refused is forgotten.
 * @throws ApiError for an answer that is an error
 */
export async function ask<T>(path: string, question: Question = {}): Promise<T> {
  const { method = "GET", body, as = credential.value ?? "" } = question;
  const response = await fetch(base + path, {
    method,
    headers: { "x-api-key": as, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  const message = messageOf(text) ?? `The service answered ${response.status}.`;
  if (response.status === 401) leave(message);
  throw new ApiError(response.status, message);
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}
