import { type InputHTMLAttributes, useContext, useEffect, useId, useRef } from 'react';
import { Icon } from '../icons.tsx';
import { WrongFields } from './field-errors.ts';
import './form.css';

export { SelectField } from './select.tsx';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export function Field({ label, hint, error: given, ...input }: FieldProps) {
  const id = useId();
  const wrong = useContext(WrongFields)[input.name];
  const error = given ?? wrong;
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error && own.current) showFirstWrong(own.current);
  }, [error]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        ref={own}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <FieldError id={`${id}-error`} error={error} />
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

/** Focuses the form's first wrong field, which may be off screen; never while typing. */
function showFirstWrong(field: HTMLInputElement | HTMLTextAreaElement): void {
  const isTyping = document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement;
  if (field.form?.querySelector('[aria-invalid="true"]') !== field || isTyping) return;
  field.focus();
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p className="field-error" id={id} aria-live="polite">
      {error && (
        <>
          <Icon name="warning" />
          {error}
        </>
      )}
    </p>
  );
}

/** A checkbox; its value is "yes" by default. */
export function Tick({ label, name, on, value = 'yes' }: { label: string; name: string; on: boolean; value?: string }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={on} />
      <span>{label}</span>
    </label>
  );
}

interface SwitchProps {
  label: string;
  hint?: string;
  on: boolean;
  disabled?: boolean;
  onTurn: (on: boolean) => void;
}

/** A switch; a change applies at once. */
export function Switch({ label, hint, on, disabled = false, onTurn }: SwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        disabled={disabled}
        onChange={({ target }) => onTurn(target.checked)}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
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

export function Choices<V extends string>({ legend, name, options, chosen, onChoose, error }: ChoicesProps<V>) {
  return (
    <ChoiceSet
      legend={legend}
      options={options}
      error={error}
      inputOf={({ value }) => ({ type: 'radio', name, value, checked: chosen === value, onChange: () => onChoose(value) })}
    />
  );
}

/** Radio buttons or checkboxes. */
export function ChoiceSet<Option extends { value: string; label: string; hint?: string }>({
  legend,
  options,
  error,
  inputOf,
}: {
  legend: string;
  options: readonly Option[];
  error?: string | undefined;
  inputOf: (option: Option) => InputHTMLAttributes<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={`${id}-error`}>
      <legend>{legend}</legend>
      <div className="choices-row">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input {...inputOf(option)} />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

export function TextField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea rows={2} maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

interface LinesProps {
  label: string;
  name: string;
  hint?: string;
  value: readonly string[];
  placeholder?: string;
  error?: string | undefined;
}

export function Lines({ label, name, hint, value, placeholder, error }: LinesProps) {
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (error && own.current) showFirstWrong(own.current);
  }, [error]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={own}
        id={id}
        name={name}
        rows={3}
        defaultValue={value.join('\n')}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <FieldError id={`${id}-error`} error={error} />
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
