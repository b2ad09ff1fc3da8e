import { Failure } from "../../terminal/failure.js";
import type { Preset } from "./preset.js";
import { presets } from "./presets.js";
import { recognize } from "./recognize.js";

/** A preset, and where in the call of the tool its arguments belong. */
export interface FoundPreset {
  readonly preset: Preset;
  /** The index after the name of the tool. */
  readonly position: number;
}

/**
 * The preset that is named, or else that of the tool that the call starts. Absent: the tool gets only
 * the variables that every tool gets.
 * @throws Failure if no preset has this name
 */
export function findPreset(call: readonly string[], name?: string): FoundPreset | undefined {
  const found = recognize(call, presets);
  if (name === undefined) return found && { preset: found.tool, position: found.position };
  const preset = presets.find((one) => one.name === name);
  if (preset) return { preset, position: found?.tool === preset ? found.position : 1 };
  const names = presets.map((one) => one.name).join(", ");
  throw new Failure(`There is no preset ${JSON.stringify(name)}.`, {
    hint: `There are: ${names}.`,
  });
}
