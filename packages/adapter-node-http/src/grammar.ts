/** A name of a header or of a chunk extension. */
const token = String.raw`[\w!#$%&'*+.^\x60|~-]+`;

/** The value of a header: no control characters but tabs. */
const value = String.raw`[\t\x20-\x7e\x80-\xff]*`;

/** The name of a header. */
export const validName: RegExp = new RegExp(`^${token}$`);

/** The value of a header. */
export const validValue: RegExp = new RegExp(`^${value}$`);

/** The head of an answer, without the empty line at its end. */
export const validHead: RegExp = new RegExp(
  String.raw`^HTTP/1\.[01] [1-9]\d\d(?: ${value})?(?:\r\n${token}:${value})*$`,
);

/** The extensions behind the size of a chunk. */
export const validExtensions: RegExp = new RegExp(`^(?:;${token}(?:=(?:${token}|"[^"]*"))?)+$`);

/** One line of the trailers behind the last chunk. */
export const validTrailer: RegExp = new RegExp(`^${token}:${value}$`);
