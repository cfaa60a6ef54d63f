/** A whole number, such as minutes or copies: typed, or changed by buttons. */
import { useState } from 'react';
import { NumberField as AriaNumberField, Button, Group, Input, Label } from 'react-aria-components';
import { t } from '../../words.ts';
import { Icon } from '../icons.tsx';
import { HiddenValue } from './hidden-value.tsx';
import './form.css';
import './number-field.css';

interface NumberFieldProps {
  label: string;
  /** Null if empty. */
  value: number | null;
  least: number;
  most: number;
  step?: number;
  hint?: string;
  error?: string | undefined;
  onChange: (value: number | null) => void;
}

export function NumberField({ label, value, least, most, step = 1, hint, error, onChange }: NumberFieldProps) {
  const [changed, setChanged] = useState<string | null>(null);
  const take = (next: number) => {
    if (Number.isNaN(next)) {
      setChanged(null);
      return onChange(null);
    }
    const now = Math.min(most, Math.max(least, Math.round(next)));
    setChanged(now === Math.round(next) ? null : t('number.limits', { least, most, typed: next, now }));
    onChange(now);
  };
  return (
    <AriaNumberField
      className="field number"
      value={value ?? Number.NaN}
      minValue={least}
      maxValue={most}
      step={step}
      formatOptions={{ maximumFractionDigits: 0, useGrouping: false }}
      // Typed values needn't match the buttons' step.
      commitBehavior="validate"
      onChange={take}
    >
      <Label className="field-label">{label}</Label>
      <Group className="number-group">
        <Button slot="decrement" className="button square" aria-label={t('number.less')}>
          <Icon name="minus" />
        </Button>
        <Input className="number-input" />
        <Button slot="increment" className="button square" aria-label={t('number.more')}>
          <Icon name="plus" />
        </Button>
      </Group>
      <p className="field-error" role="status">
        {(error ?? changed) && (
          <>
            <Icon name="warning" />
            {error ?? changed}
          </>
        )}
      </p>
      {hint && <p className="field-hint">{hint}</p>}
    </AriaNumberField>
  );
}

/** A number field in a form that's read as a whole; keeps its own value. */
export function FormNumber({
  name,
  start,
  ...field
}: Omit<NumberFieldProps, 'value' | 'onChange'> & { name: string; start: number | null }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <NumberField {...field} value={value} onChange={setValue} />
      <HiddenValue name={name} value={value ?? ''} />
    </>
  );
}
