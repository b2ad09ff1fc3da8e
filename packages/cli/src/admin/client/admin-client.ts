/** A request to the admin endpoints. */
export interface AdminRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/admin`, such as `/keys/key_1`; ids in it are encoded. */
  readonly path: string;
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sent as JSON; members that are undefined are left out. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Administers a gateway: a running one through its endpoints, or its database. */
export interface AdminClient {
  /** Whether the answers know what happens to accounts without a credit and a budget. */
  readonly knowsPolicy: boolean;
  /**
   * The body of the answer to a request.
   * @throws Failure that says what the endpoints refuse, or why they do not answer, and what to do
   */
  ask<Body extends { readonly object: string }>(request: AdminRequest): Promise<Body>;
  /**
   * A page of rows.
   * @throws Failure as `ask` does
   */
  askRows(request: AdminRequest): Promise<Rows>;
  close(): Promise<void>;
}

/** A page of rows as text, and the cursor after it. */
export interface Rows {
  readonly text: string;
  readonly next: string;
}

/** Sends a request whose path is complete, and whose headers lack only the credential. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;
