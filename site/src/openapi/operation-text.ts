import type { Answer, Content, Operation, Parameter, SecurityScheme } from "./description.ts";
import { cell, code, typeOf } from "./schema-text.ts";

/** An operation with its place. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** The section of an operation. */
export function describeOperation(placed: PlacedOperation, schemes: SecuritySchemes): string {
  const { method, path, operation } = placed;
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const parts = [
    `### ${code(`${method.toUpperCase()} ${path}`)}`,
    summary ? `**${summary}.** ${description ?? ""}`.trim() : (description ?? ""),
    describeAccess(operation, schemes),
    describeParameters(parameters),
    requestBody ? `**Body:** ${describeContent(requestBody.content)}` : "",
    describeAnswers(responses),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function describeAccess({ security = [] }: Operation, schemes: SecuritySchemes): string {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  if (names.length === 0) return "**Access:** everybody.";
  const ways = names.map((name) => describeScheme(name, schemes[name]));
  return `**Access:** ${ways.join(" or ")}.`;
}

function describeScheme(name: string, scheme: SecurityScheme | undefined): string {
  const credential = /admin/i.test(name) ? "the credential of an administrator" : "a key";
  return scheme?.type === "http"
    ? `${credential} in ${code("authorization: Bearer")}`
    : `${credential} in ${code(scheme?.name ?? name)}`;
}

function describeParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, schema = {}, description }) =>
      `| ${code(name)} | ${place} | ${cell(typeOf(schema))} | ${required ? "yes" : ""} | ${cell(description)} |`,
  );
  const head = ["| Parameter | In | Type | Required | Meaning |", "|---|---|---|---|---|"];
  return [...head, ...rows].join("\n");
}

function describeAnswers(answers: Readonly<Record<string, Answer>>): string {
  const rows = Object.entries(answers).map(
    ([status, { description, content = {} }]) =>
      `| ${code(status)} | ${cell(description)} | ${cell(describeContent(content))} |`,
  );
  return ["| Status | Meaning | Body |", "|---|---|---|", ...rows].join("\n");
}

function describeContent(content: Content): string {
  const bodies = Object.entries(content).map(
    ([type, { schema = {} }]) => `${typeOf(schema)} as ${code(type)}`,
  );
  return bodies.join(", ");
}
