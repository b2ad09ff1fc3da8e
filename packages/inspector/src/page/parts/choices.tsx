interface ChoicesOptions<Value extends string | number> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly chosen: Value | undefined;
  /** @default the value itself */
  name?(value: Value): string;
  choose(value: Value): void;
}

/** Buttons of which one is pressed. */
export function Choices<Value extends string | number>({
  legend,
  values,
  chosen,
  name = String,
  choose,
}: ChoicesOptions<Value>) {
  return (
    <fieldset class="choices">
      <legend class="quiet">{legend}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          {name(value)}
        </button>
      ))}
    </fieldset>
  );
}
