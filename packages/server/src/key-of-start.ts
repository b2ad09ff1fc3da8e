import type { KeyStore, StoredKey } from "@diglot/core";

/** The account that all requests of this machine are on. */
const accountId = "local";
/** The name of keys that were issued at a start. */
const startName = "npm start";

/**
 * The key that this start's commands use. One of the caller's own is taken into the store; otherwise
 * a new one is issued, since a secret cannot be read back, and those of former starts are revoked.
 */
export async function keyOfStart(keys: KeyStore, own: string | undefined): Promise<string> {
  if (own === undefined) {
    await revokeFormer(keys);
    return (await keys.issue({ accountId, name: startName })).secret;
  }
  const known = await keys.find({ secret: own, signal: new AbortController().signal });
  if (!known) await keys.issue({ accountId, name: "DIGLOT_KEY", secret: own });
  return own;
}

async function revokeFormer(keys: KeyStore): Promise<void> {
  const isFormer = ({ name, revokedAt }: StoredKey) => name === startName && !revokedAt;
  let after: string | undefined;
  do {
    const page = await keys.list({ accountId, after });
    for (const { id } of page.keys.filter(isFormer)) await keys.revoke(id);
    after = page.next;
  } while (after !== undefined);
}
