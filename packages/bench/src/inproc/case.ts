import type { Work } from "../shared/cpu.ts";

/** Some work of Diglot's and what it is compared with, in one process. */
export interface Case {
  readonly section: string;
  readonly title: string;
  /** What the reference does. */
  readonly reference: string;
  /** Operations in one call of each: deltas, for example. @default 1 */
  readonly operations?: number | undefined;
  readonly own: Work;
  readonly bare: Work;
}
