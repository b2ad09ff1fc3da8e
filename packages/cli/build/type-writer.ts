import ts from "typescript";

/** Writes types as text, and types that have a name as their name. */
export class TypeWriter {
  readonly #checker: ts.TypeChecker;
  readonly #names: ReadonlyMap<string, string>;

  constructor(checker: ts.TypeChecker, named: ReadonlyMap<string, ts.Type>) {
    this.#checker = checker;
    this.#names = new Map([...named].map(([name, type]) => [this.#keyOf(type), name]));
  }

  /** The declaration of a type, without its comment. */
  declare(name: string, type: ts.Type): string {
    if (type.isUnion()) return `export type ${name} = ${this.#writeUnion(type)};`;
    const members = type.getProperties().map((member) => this.#writeMember(member));
    return `export interface ${name} {\n${members.join("\n")}\n}`;
  }

  #writeMember(member: ts.Symbol): string {
    const type = this.#checker.getTypeOfSymbol(member);
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    const text = this.#write(isOptional ? type.getNonNullableType() : type);
    const value = isOptional ? `?: ${text} | undefined` : `: ${text}`;
    return `  ${commentOf(member)}\n  readonly ${member.name}${value};`;
  }

  #write(type: ts.Type): string {
    const name = this.#names.get(this.#keyOf(type));
    if (name !== undefined) return name;
    if (type.isUnion()) return this.#writeUnion(type);
    const item = this.#itemOf(type);
    if (item) return `readonly ${item.isUnion() ? `(${this.#write(item)})` : this.#write(item)}[]`;
    const entry = type.getStringIndexType();
    if (entry) return `Readonly<Record<string, ${this.#write(entry)}>>`;
    if (type.getProperties().length > 0 && type.flags & ts.TypeFlags.Object) {
      throw new Error(`An object has no name: ${this.#print(type)}`);
    }
    return this.#print(type);
  }

  /** `true` and `false` are two members of a union. */
  #writeUnion({ types }: ts.UnionType): string {
    const texts = types.map((one) =>
      one.flags & ts.TypeFlags.BooleanLiteral ? "boolean" : this.#write(one),
    );
    return [...new Set(texts)].join(" | ");
  }

  /** The same for every type that is inferred from one schema: where its members are declared. */
  #keyOf(type: ts.Type): string {
    if (type.isUnion()) return type.types.map((one) => this.#keyOf(one)).join(" | ");
    const item = this.#itemOf(type);
    if (item) return `${this.#keyOf(item)}[]`;
    const members = type.flags & ts.TypeFlags.Object ? type.getProperties() : [];
    return members.length > 0 ? members.map(placeOf).join(", ") : this.#print(type);
  }

  #itemOf(type: ts.Type): ts.Type | undefined {
    if (!this.#checker.isArrayType(type)) return undefined;
    return this.#checker.getTypeArguments(type as ts.TypeReference)[0];
  }

  #print(type: ts.Type): string {
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }
}

function placeOf(member: ts.Symbol): string {
  const [declaration] = member.declarations ?? [];
  return `${declaration?.getSourceFile().fileName}:${declaration?.pos}`;
}

/** The comment of a member or a type as it stands in the source. */
export function commentOf({ name, declarations = [] }: ts.Symbol): string {
  const [comment] = declarations.flatMap(ts.getJSDocCommentsAndTags);
  if (!comment) throw new Error(`${name} has no comment.`);
  return comment.getText();
}
