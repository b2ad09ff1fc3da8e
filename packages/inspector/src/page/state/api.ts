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

/** What an address such as `#credential=…` or `#once=…` holds when the page is opened. */
export const held = /^#(credential|once)=(.+)/;

const [, kind, given = ""] = held.exec(location.hash) ?? [];
// The address has it no longer, so that no bookmark and no history keeps it.
if (kind !== undefined) history.replaceState(null, "", location.pathname);
if (kind === "credential") sessionStorage.setItem(storageName, decodeURIComponent(given));

/** What the administrator has typed, or the address held; kept until the tab is closed. */
export const credential = signal<string | undefined>(
  sessionStorage.getItem(storageName) ?? undefined,
);

/** Why the credential is asked for again. */
export const refusal = signal<string | undefined>(undefined);

/** Remembers a credential that was accepted. */
export function enter(text: string): void {
  sessionStorage.setItem(storageName, text);
  refusal.value = undefined;
  credential.value = text;
}

/** Exchanges the token of a one-time link for a credential, if the page was opened by such a link. */
export async function openOnce(): Promise<void> {
  if (kind !== "once") return;
  const question = { method: "POST", body: {}, as: given } as const;
  await enterAfter(async () => {
    return (await ask<{ readonly credential: string }>("/inspector/session", question)).credential;
  });
}

/** Enters with the credential that a question to the service proves or brings; shows why not if it fails. */
export async function enterAfter(prove: () => Promise<string>): Promise<void> {
  try {
    enter(await prove());
  } catch (error) {
    refusal.value = error instanceof Error ? error.message : String(error);
  }
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
  // Another one may have been accepted meanwhile.
  if (response.status === 401 && as === credential.value) leave(message);
  throw new ApiError(response.status, message);
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}
