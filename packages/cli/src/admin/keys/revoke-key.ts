import { toPlainLine } from "@diglot/core/redaction";
import { confirm } from "../../terminal/confirm.js";
import { exitCodes, Failure } from "../../terminal/failure.js";
import { print } from "../../terminal/print.js";
import { keyPath } from "../client/paths.js";
import type { RevokeKeyOptions } from "../options.js";
import { withClient } from "../target.js";
import type { KeyBody } from "../wire/bodies.js";

/** Revokes a key, after it was confirmed. @throws Failure if it is not confirmed */
export async function revokeKey(
  id: string,
  { yes, json, ...target }: RevokeKeyOptions,
): Promise<void> {
  await withClient(target, async (client) => {
    const path = keyPath(id);
    const key = await client.ask<KeyBody>({ method: "GET", path });
    if (!yes && !(await confirm(`Revoke ${describe(key)} for good?`))) {
      throw new Failure("Nothing was revoked.", { exitCode: exitCodes.found });
    }
    const revoked = await client.ask<KeyBody>({ method: "DELETE", path });
    print<"keys revoke">(json, revoked, () => `${describe(revoked)} is revoked.\n`);
  });
}

function describe({ id, name, account_id: account }: KeyBody): string {
  return toPlainLine(`${id}${name === null ? "" : ` (${name})`} of ${account}`);
}
