import type { Authenticate } from "@diglot/core";

/** What a token says: who the caller is, and until when, in seconds since 1970. */
export interface Claims {
  readonly sub: string;
  readonly tenant: string;
  readonly exp: number;
}

const utf8 = new TextEncoder();

/** Identifies callers by a signed token (JWT, HS256) in the cookie `token` or as a bearer token. */
export function createTokenIdentities(secret: string): Authenticate {
  return async ({ headers }) => {
    const token =
      /(?:^|; )token=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1] ??
      /^bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    const claims = token === undefined ? undefined : await verify(token, secret);
    return claims && { id: claims.sub, accountId: claims.tenant, attached: claims };
  };
}

/** A token with these claims. */
export async function signToken(claims: Claims, secret: string): Promise<string> {
  const parts = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    encode(utf8.encode(JSON.stringify(part))),
  );
  const signed = parts.join(".");
  const signature = await crypto.subtle.sign("HMAC", await importKey(secret), utf8.encode(signed));
  return `${signed}.${encode(new Uint8Array(signature))}`;
}

/** The claims of a token that is signed with the secret and has not expired. */
async function verify(token: string, secret: string): Promise<Claims | undefined> {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || signature === "") return undefined;
  try {
    const signed = utf8.encode(`${head}.${body}`);
    const isGenuine = await crypto.subtle.verify(
      "HMAC",
      await importKey(secret),
      decode(signature),
      signed,
    );
    const claims: Claims = JSON.parse(new TextDecoder().decode(decode(body)));
    return isGenuine && claims.exp * 1_000 > Date.now() ? claims : undefined;
  } catch {
    return undefined;
  }
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign", "verify"]);
}

function encode(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
