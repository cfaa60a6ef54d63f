/** Several choices of a few, as checkboxes. */
import { useId } from 'react';
import { FieldError } from './field.tsx';
import './form.css';

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
  const id = useId();
  const turn = (turned: V, on: boolean) =>
    onChoose(options.flatMap(({ value }) => ((value === turned ? on : chosen.includes(value)) ? [value] : [])));
  return (
    <fieldset className="choices" aria-describedby={`${id}-error`}>
      <legend>{legend}</legend>
      <div className="choices-row">
        {options.map(({ value, label, hint, isOff = false }) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={isOff}
              onChange={({ target }) => turn(value, target.checked)}
            />
            <span>
              {label}
              {hint && <small>{hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
