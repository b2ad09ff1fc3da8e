/** The page, which the build makes of `src/page`. */
declare module "#page" {
  /** The whole page; nothing else is loaded for it. */
  export const html: string;
  /** The content security policy that allows its script and its style, and nothing else. */
  export const policy: string;
}
