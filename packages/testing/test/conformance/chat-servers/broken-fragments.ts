import type { BrokenServer } from "./broken-server.js";
import { inChoices, inFragments } from "./spoil.js";

/** Servers whose streamed calls have a defect. */
export const brokenFragments: readonly BrokenServer[] = [
  [
    "streams arguments as objects",
    "C056a C057 C058 C059",
    () =>
      inFragments(({ function: part }) => {
        part.arguments = {};
      }),
  ],
  ["sends calls without ids", "C056a C057", () => inFragments((fragment) => delete fragment.id)],
  [
    "sends arguments that do not join",
    "C056a",
    () => inFragments(({ function: part }) => (part.arguments = `${part.arguments}{`)),
  ],
  [
    "repeats the ids of calls",
    "C056b C057",
    () => inFragments((fragment) => (fragment.id ??= "call_1")),
  ],
  [
    "repeats the id of a call in each of its fragments",
    "C056b C057",
    () => inFragments((fragment) => (fragment.id = `call_${fragment.index}`)),
  ],
  [
    "gives both calls one id",
    "C057",
    () =>
      inFragments((fragment) => {
        if (fragment.id) fragment.id = "call_1";
      }),
  ],
  [
    "repeats the types of calls",
    "C056b",
    () => inFragments((fragment) => Object.assign(fragment, { type: "function" })),
  ],
  [
    "gives calls a type of its own",
    "C056a",
    () =>
      inFragments((fragment) => {
        if (fragment.id) Object.assign(fragment, { type: "tool" });
      }),
  ],
  [
    "gives calls no name",
    "C056a",
    () =>
      inFragments(({ function: part }) => {
        if (part.name) part.name = "";
      }),
  ],
  [
    "repeats the names of calls",
    "C056b",
    () => inFragments(({ function: part }) => (part.name ??= "weather")),
  ],
  [
    "ends streams of calls with stop",
    "C056c",
    () =>
      inChoices((choice) => {
        if (choice.finish_reason) choice.finish_reason = "stop";
      }),
  ],
  [
    "counts calls from 1",
    "C057 C058",
    () => inFragments((fragment) => (fragment.index = fragment.index + 1)),
  ],
  [
    "sends no empty arguments",
    "C059",
    () =>
      inFragments(({ function: part }) => {
        if (part.arguments === "{}") part.arguments = "";
      }),
  ],
];
