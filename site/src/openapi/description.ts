/** The parts of a description in OpenAPI 3.1 that its pages show. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

/** What one method of one path does. */
export interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** A value in the path, the query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

/** The bodies of a request or of an answer, by their media types. */
export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** An answer with one status or one class of statuses. */
export interface Answer {
  readonly description?: string;
  readonly content?: Content;
}

/** How a caller shows who it is. */
export interface SecurityScheme {
  readonly type: string;
  readonly name?: string;
  readonly scheme?: string;
  readonly description?: string;
}

/** A JSON Schema, or one of the values `true` and `false`. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
