import { toPlainLine } from "@diglot/core/redaction";
import { exitCodes, Failure } from "../../terminal/failure.js";

/** The longest message of a server that is repeated. */
const longestMessage = 300;

/** Why the admin endpoints have refused a request, and what to do next. */
export function explainRefusal(name: string, status: number, body: unknown): Failure {
  const message = readMessage(body);
  if (status === 401) {
    return new Failure(
      `${name} needs the credential of an administrator. None was sent, or it was wrong.`,
      {
        hint: "Set the variable DIGLOT_ADMIN_CREDENTIAL to the credential of its admin endpoints.",
      },
    );
  }
  if (message === undefined || isUnknownPath(status, message)) {
    return new Failure(`${name} has no admin endpoints (status ${status}).`, {
      hint: "Turn them on: `admin` in the config, or --admin-credential without a config. Or use --database.",
    });
  }
  const exitCode = status === 400 ? exitCodes.misused : exitCodes.found;
  return new Failure(toPlainLine(message, longestMessage), { exitCode });
}

/** Both formats have it at the same place. */
function readMessage(body: unknown): string | undefined {
  const error = (body as { readonly error?: { readonly message?: unknown } } | null | undefined)
    ?.error;
  return typeof error?.message === "string" ? error.message : undefined;
}

/** An endpoint that does not know an id has the same status, but another message. */
function isUnknownPath(status: number, message: string): boolean {
  return status === 404 && !/^There is no/.test(message);
}
