import type { Caller, HostileRequest } from "./request.ts";
import { fill, longString } from "./text.ts";

/**
 * Requests to models in the process of the service that make something of what they are sent: examples
 * of schemas, calls that lines ask for, answers to sentences.
 */

const question = '{"role":"user","content":"hi"}';

/** A demand for an example, as the arguments of a call. */
function demandedCall(caller: Caller, schema: string): string {
  return caller === "messages"
    ? `"tools":[{"name":"f","input_schema":${schema}}],"tool_choice":{"type":"any"}`
    : `"tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}],"tool_choice":"required","n":8`;
}

/** A demand for an example, as the form of the output. */
function demandedOutput(caller: Caller, schema: string): string {
  return caller === "messages"
    ? `"output_config":{"format":{"type":"json_schema","schema":${schema}}}`
    : `"response_format":{"type":"json_schema","json_schema":{"name":"s","schema":${schema}}},"n":8`;
}

/** Both demands for a schema of about `size` characters. */
function examples(name: string, toSchema: (size: number) => string): readonly HostileRequest[] {
  return [
    {
      name: `an example for a call: ${name}`,
      toMembers: (size, caller) =>
        `"messages":[${question}],${demandedCall(caller, toSchema(size))}`,
    },
    {
      name: `an example as output: ${name}`,
      toMembers: (size, caller) =>
        `"messages":[${question}],${demandedOutput(caller, toSchema(size))}`,
    },
  ];
}

/** Both demands for a small schema, beside a prompt of about `size` characters. */
function prompts(name: string, schema: string): readonly HostileRequest[] {
  const head = (size: number) =>
    `"messages":[{"role":"user","content":${longString(size - schema.length, "word ")}}]`;
  return [
    {
      name: `a prompt in an example for a call: ${name}`,
      toMembers: (size, caller) => `${head(size)},${demandedCall(caller, schema)}`,
    },
    {
      name: `a prompt in an example as output: ${name}`,
      toMembers: (size, caller) => `${head(size)},${demandedOutput(caller, schema)}`,
    },
  ];
}

/** An object whose members all are required. */
function objectOf(names: readonly string[], member: string, more = ""): string {
  const properties = names.map((name) => `"${name}":${member}`).join(",");
  return `{"type":"object","properties":{${properties}},"required":${JSON.stringify(names)}${more}}`;
}

function namesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `m${index}`);
}

/** An object of 450 members that all refer to one schema. */
function referTo(schema: string): string {
  return objectOf(namesOf(450), '{"$ref":"#/$defs/A"}', `,"$defs":{"A":${schema}}`);
}

/** A text in each of the members of an object, of which there are then fewer than 9,000. */
const padding = (size: number) => `"title":"${"x".repeat(Math.floor(size / 9_000))}"`;

/** As many levels of references, each of which stands for two of the next. */
const doubling = (size: number) =>
  fill(
    size,
    '{"type":"object","properties":{"a":{"$ref":"#/$defs/A0"}},"required":["a"],"$defs":{',
    (index) => `"A${index}":${objectOf(["l", "r"], `{"$ref":"#/$defs/A${(index + 1) % 50}"}`)}`,
    "}}",
  );

const schemas: readonly HostileRequest[] = [
  ...prompts("450 strings", objectOf(namesOf(450), '{"type":"string"}')),
  ...prompts("itself, twice", objectOf(["l", "r"], '{"$ref":"#"}')),
  ...prompts("a list of a billion", objectOf(["a"], '{"type":"array","minItems":1e9}')),
  ...prompts("a billion letters", objectOf(["a"], '{"type":"string","minLength":1000000000}')),
  ...examples("many strings", (size) =>
    fill(
      size,
      `{"type":"object","required":${JSON.stringify(namesOf(1_900))},"properties":{`,
      (index) => `"m${index}":{"type":"string",${padding(size)}}`,
      "}}",
    ),
  ),
  ...examples("one constant in many places", (size) =>
    referTo(`{"const":${longString(size, "a")}}`),
  ),
  ...examples("one default in many places", (size) =>
    referTo(`{"type":"string","default":${longString(size, "a")}}`),
  ),
  ...examples("one enumeration of objects in many places", (size) =>
    referTo(fill(size, '{"enum":[', (index) => `{"n${index}":${index}}`, "]}")),
  ),
  ...examples("one constant of many values in many places", (size) =>
    referTo(fill(size, '{"const":[', longString(size / 300_000 + 1, "x"), "]}")),
  ),
  ...examples("one long name in many places", (size) =>
    referTo(`{"type":"object","required":[${longString(size, "n")}]}`),
  ),
  ...examples("one name required many times", (size) =>
    fill(size, '{"type":"object","required":[', '"a"', "]}"),
  ),
  ...examples("references that double", doubling),
  ...examples("a chain of references", (size) =>
    fill(
      size,
      '{"type":"object","properties":{"a":{"$ref":"#/$defs/A0"}},"required":["a"],"$defs":{',
      (index) => `"A${index}":{"$ref":"#/$defs/A${index + 1}",${padding(size)}}`,
      "}}",
    ),
  ),
  ...examples("alternatives that all fail late", (size) =>
    fill(
      size,
      `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"$defs":{"B":${objectOf(namesOf(900), '{"type":"string","minLength":300}')},"A":{"anyOf":[`,
      '{"$ref":"#/$defs/B"}',
      "]}}}",
    ),
  ),
  ...examples("types that all fail", (size) =>
    fill(
      size,
      '{"type":"object","properties":{"a":{"minLength":1000000000,"type":[',
      '"string"',
      ']}},"required":["a"]}',
    ),
  ),
];

/** A tool with a large example, and as many lines that call it as fit. */
function callLines(size: number, caller: Caller): string {
  const schema = objectOf(["a"], `{"const":${longString(size / 10, "a")}}`);
  const text = longString(size - schema.length, "call f\\n");
  const tool =
    caller === "messages"
      ? `{"name":"f","input_schema":${schema}}`
      : `{"type":"function","function":{"name":"f","parameters":${schema}}}`;
  return `"messages":[{"role":"user","content":${text}}],"tools":[${tool}]`;
}

/** A call of a tool with a long name, and many results of that one call. */
function namedResults(size: number, caller: Caller): string {
  const name = "n".repeat(Math.floor(size / 10));
  if (caller === "messages") {
    const use = `{"type":"tool_use","id":"c","name":"${name}","input":{}}`;
    const result = '{"type":"tool_result","tool_use_id":"c","content":"o"}';
    const most = Math.min(size, 9_000 * (result.length + 1));
    return `"messages":[${question},{"role":"assistant","content":[${use}]},${fill(most, '{"role":"user","content":[', result, "]}")}]`;
  }
  const call = `{"id":"c","type":"function","function":{"name":"${name}","arguments":"{}"}}`;
  const head = `"messages":[${question},{"role":"assistant","tool_calls":[${call}]},`;
  return fill(size, head, '{"role":"tool","tool_call_id":"c","content":"o"}', "]");
}

function sentences(name: string, piece: string, last = ""): HostileRequest {
  return {
    name: `sentences: ${name}`,
    toMembers: (size) => {
      const text = longString(size, piece).replace(/"$/, `${last}"`);
      return `"messages":[{"role":"user","content":${text}}]`;
    },
  };
}

/** Every shape, in the order of the table. */
export const hostileExamples: readonly HostileRequest[] = [
  ...schemas,
  { name: "lines that all ask for a call", toMembers: callLines },
  { name: "many results of one call with a long name", toMembers: namedResults },
  {
    name: "reasoning about many calls",
    toMembers: (size, caller) =>
      `${callLines(size, caller)},${caller === "messages" ? '"thinking":{"type":"adaptive"}' : '"reasoning_effort":"low"'}`,
  },
  {
    name: "a question for the time beside a long name",
    toMembers: (size, caller) => {
      const name = "get".repeat(Math.floor(size / 3));
      const tool =
        caller === "messages"
          ? `{"name":"${name}","input_schema":{"type":"object"}}`
          : `{"type":"function","function":{"name":"${name}","parameters":{}}}`;
      return `"messages":[{"role":"user","content":"What time is it?"}],"tools":[${tool}]`;
    },
  },
  sentences("a run of marks", "?", "x"),
  sentences("short clauses", "a. "),
  sentences("keywords", "i remember my mother if you are like me "),
  sentences("dashes", " - "),
  {
    name: "sentences: many of them with keywords",
    toMembers: (size) =>
      fill(
        size,
        '"messages":[',
        `{"role":"user","content":"${"i remember my mother if you are like me ".repeat(10)}"},{"role":"assistant","content":"hm"}`,
        `,${question}]`,
      ),
  },
];
