import {
  checks,
  defineModel,
  type ModelRequest,
  respondWithChoices,
  ServiceError,
} from "@diglot/core";
import { rechunk } from "../../faults/body/rechunk.js";
import { respondWithFaults } from "../../faults/respond-with-faults.js";
import { validPiece } from "../check/check-piece.js";
import type { FakeOptions } from "../fake.js";
import { mostChoices, type Respond } from "../models.js";
import { withCertainTokens } from "../turns/certain-tokens.js";
import { toCutters } from "../turns/cut-pieces.js";
import type { TurnFunction } from "../turns/turn.js";
import { faultsOf, partsOf, turnOfChoice } from "../turns/turn-kind.js";
import { toTurnFunction } from "../turns/turn-pieces.js";
import { toObservedRequest } from "./observed-request.js";
import { assertOffered, UnofferedTool } from "./offered-tools.js";
import type { Script, ScriptEntry } from "./script.js";
import { describeUnexpected } from "./unexpected.js";

/** Called when nothing in the script fits, or a generator fails; the message is for people. */
export type OnUnexpected = (request: ModelRequest, message: string) => void;

/** Answers requests from a script: with one turn each, and what goes wrong with it. */
export function createScriptedRespond(
  script: Script,
  options: Pick<FakeOptions, "pieces" | "chunks" | "countTokens">,
  onUnexpected: OnUnexpected,
): Respond {
  const cutters = toCutters(options.pieces);
  let count = 0;

  function take(request: ModelRequest): ScriptEntry {
    const observedRequest = toObservedRequest(count++, request);
    const taken = script.take(observedRequest);
    if (taken.kind === "entry") return taken.entry;
    const message = describeUnexpected(observedRequest, taken.misses, script.queued());
    onUnexpected(request, message);
    throw new ServiceError({ kind: "bad_request", message });
  }

  return async (name, request) => {
    const entry = take(request);
    const { chunks = options.chunks ?? "events" } = partsOf(entry.turn);
    const report = (message: string) => onUnexpected(request, message);
    const sayChoice = (index: number) =>
      reportingFailures(
        entry.place,
        toTurnFunction(turnOfChoice(entry.turn, index), cutters),
        report,
      );
    const model = defineModel(name, (single) => sayChoice(single.choice ?? 0)(single), {
      countTokens: options.countTokens,
      capabilities: { choices: mostChoices },
    });
    return respondWithFaults(faultsOf(entry.turn), request, async () => ({
      ...(await respondWithChoices(model, request)),
      alter: (answer) => rechunk(answer, chunks),
    }));
  };
}

/**
 * What a generator throws, and what it yields that no model may, is the test's own mistake. A service
 * would hide it from its caller, and an error that clients repeat would use up the turns behind it.
 */
function reportingFailures(
  place: string,
  turn: TurnFunction,
  report: (message: string) => void,
): TurnFunction {
  return async function* (request) {
    let yielded = 0;
    try {
      for await (const piece of turn(request)) {
        checks.checkOptions("yield", piece, validPiece, `pieces[${yielded++}]`);
        assertOffered(piece, request);
        yield withCertainTokens(piece, request);
      }
    } catch (error) {
      if (ServiceError.is(error)) throw error;
      const message =
        error instanceof UnofferedTool
          ? `${place} ${error.message}`
          : `The generator of ${place} threw: ${String(error)}`;
      report(message);
      throw new ServiceError({ kind: "bad_request", message, cause: error });
    }
  };
}
