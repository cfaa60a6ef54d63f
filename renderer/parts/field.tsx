/** One field of a form: label, input, hint, and what is wrong with it, in words beside it. */
import { type InputHTMLAttributes, useId } from 'react';
import './form.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

/** A box to tick in a form; its value is "yes". */
export function Tick({ label, name, on }: { label: string; name: string; on: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value="yes" defaultChecked={on} />
      <span>{label}</span>
    </label>
  );
}

interface ChoicesProps<V extends string> {
  legend: string;
  name: string;
  options: readonly { value: V; label: string; hint?: string }[];
  chosen: V | null;
  onChoose: (value: V) => void;
  error?: string | undefined;
}

/** One of a few: big touchable radio buttons. */
export function Choices<V extends string>({ legend, name, options, chosen, onChoose, error }: ChoicesProps<V>) {
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={`${id}-error`}>
      <legend>{legend}</legend>
      <div className="choices-row">
        {options.map(({ value, label, hint }) => (
          <label key={value} className="choice">
            <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
            <span>
              <strong>{label}</strong>
              {hint && <small>{hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </fieldset>
  );
}

interface SelectFieldProps<V extends string> {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChoose: (value: V) => void;
}

/** One of many, in a list that opens. */
export function SelectField<V extends string>({ label, value, options, onChoose }: SelectFieldProps<V>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value as V)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A few lines of text. */
export function TextField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea rows={2} maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
