/** Several choices of a few, as checkboxes. */
import { ChoiceSet } from './field.tsx';

interface TicksProps<V extends string> {
  legend: string;
  /** `isOff`: can't be chosen now; its hint says why. */
  options: readonly { value: V; label: string; hint?: string; isOff?: boolean }[];
  chosen: readonly V[];
  /** In the order of the options. */
  onChoose: (chosen: V[]) => void;
  error?: string | undefined;
}

export function Ticks<V extends string>({ legend, options, chosen, onChoose, error }: TicksProps<V>) {
  const turn = (turned: V, on: boolean) =>
    onChoose(options.flatMap(({ value }) => ((value === turned ? on : chosen.includes(value)) ? [value] : [])));
  return (
    <ChoiceSet
      legend={legend}
      options={options}
      error={error}
      inputOf={({ value, isOff = false }) => ({
        type: 'checkbox',
        checked: chosen.includes(value),
        disabled: isOff,
        onChange: ({ target }) => turn(value, target.checked),
      })}
    />
  );
}
