import { createSecret, type Endpoint, ServiceError } from "@diglot/core";
import { type AdminRequest, withCredential } from "@diglot/core/accounts";
import { answerJson } from "./answers.js";

/** Opens the page once without a credential, on the machine on which the service runs. */
export interface OneTimeLink {
  /** What follows the address of the page: `#once=…`. Browsers do not send it, so no log of requests has it. */
  readonly fragment: string;
  /**
   * The credential that the page gets, by the name under which its changes are reported. Put it among the
   * credentials of `adminEndpoints` and `inspectorEndpoints`.
   */
  readonly credential: Readonly<Record<string, string>>;
}

/** Milliseconds in which a link must be opened. */
const lifetime = 600_000;

/** Hosts under which only programs of this machine call. */
const ownMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

interface Exchange {
  readonly token: string;
  /** Gives the credential for the token, the first time. */
  answer(request: AdminRequest): ReturnType<Endpoint["answer"]>;
}

const exchanges = new WeakMap<object, Exchange>();

/**
 * Makes a link that is valid for ten minutes, and once. Make one only for a service that listens on a
 * loopback address, and show it only to the operator.
 *
 * @example
 * const link = createOneTimeLink();
 * const credential = { ada, ...link.credential };
 * const endpoints = [
 *   ...adminEndpoints({ credential, keys, ledger }),
 *   ...inspectorEndpoints({ inspector, credential, ledger, link }),
 * ];
 * console.log(`http://127.0.0.1:8787/inspector${link.fragment}`);
 */
export function createOneTimeLink(): OneTimeLink {
  const [token, credential] = [createSecret(), createSecret()];
  const expiresAt = Date.now() + lifetime;
  let isSpent = false;
  const link: OneTimeLink = {
    fragment: `#once=${token}`,
    credential: { "one-time link": credential },
  };
  exchanges.set(link, {
    token,
    async answer({ exchange, now }) {
      const isValid = !isSpent && now < expiresAt;
      if (!isValid || !ownMachine.test(exchange.headers.get("host") ?? "")) throw invalid();
      isSpent = true;
      return answerJson({ credential });
    },
  });
  return link;
}

/** Whether something is a link that `createOneTimeLink` made. */
export function isOneTimeLink(given: unknown): boolean {
  return exchanges.has(Object(given));
}

/** Where the page exchanges the token of a link for a credential. Wrong tokens are slowed as wrong credentials. */
export function exchangeEndpoints(link: OneTimeLink | undefined): readonly Endpoint[] {
  const exchange = link && exchanges.get(link);
  if (!exchange) return [];
  const { token, answer } = exchange;
  const endpoint = withCredential(token)({ method: "POST", path: "/inspector/session", answer });
  // Like the page itself, it is served only under hosts that no other site has.
  return [{ ...endpoint, isPublic: true }];
}

function invalid(): ServiceError {
  return new ServiceError({
    kind: "unauthenticated",
    message: "This link was used already, or is older than ten minutes. Enter the credential.",
  });
}
