/** The name of a header. */
export const validName: RegExp = /^[\w!#$%&'*+.^`|~-]+$/;

/** The value of a header: no control characters but tabs. */
export const validValue: RegExp = /^[\t\x20-\x7e\x80-\xff]*$/;
