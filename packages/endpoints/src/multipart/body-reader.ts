import type { BodyReader, JsonObject } from "@diglot/core";
import { ServiceError, type Steps } from "@diglot/core/formats";
import { badForm } from "./faults.js";
import { type Form, readForm } from "./read-form.js";

/** The forms behind the bodies that were read here. They live as long as the bodies. */
const forms = new WeakMap<JsonObject, Form>();

/** The form that a body stands for, if it is one. */
export function formOf(body: JsonObject): Form | undefined {
  return forms.get(body);
}

const multipart = /^multipart\/form-data *(?:;|$)/i;

/** Reads forms, and nothing else; or leaves bodies of other types to the reader of JSON. */
export function createFormReader(takes: "multipart" | "either"): BodyReader {
  return {
    accepts: (contentType) => takes === "multipart" || multipart.test(contentType.trim()),
    *read(bytes, contentType): Steps<JsonObject> {
      const form = yield* readForm(bytes, readBoundary(contentType));
      forms.set(form.fields, form);
      return form.fields;
    },
  };
}

/**
 * The content type of a form with one boundary, whatever else the caller has written into it; `undefined` for
 * another type.
 */
export function toFormType(contentType: string): string | undefined {
  if (!multipart.test(contentType.trim())) return undefined;
  const boundary = readBoundary(contentType);
  const value = /^[\w'+.-]+$/.test(boundary) ? boundary : `"${boundary}"`;
  return `multipart/form-data; boundary=${value}`;
}

/** The characters are those of RFC 2046, so that a boundary never holds a line break. */
function readBoundary(contentType: string): string {
  if (!multipart.test(contentType.trim())) {
    const message = "The content type must be multipart/form-data.";
    throw new ServiceError({ kind: "unsupported_media", message });
  }
  const pattern =
    /; *boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'+.-]{1,70})) *(?:;|$)/i;
  const [, quoted, plain] = pattern.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw badForm("The content type must have a boundary of 1 to 70 characters.");
  return boundary;
}
