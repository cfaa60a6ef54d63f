import { useState } from 'react';
import { Button, Label, ListBox, ListBoxItem, Select, SelectValue } from 'react-aria-components';
import { Icon } from '../icons.tsx';
import { Popover } from '../popover.tsx';
import { HiddenValue } from './hidden-value.tsx';
import './form.css';
import './select.css';

interface SelectFieldProps<V extends string> {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChoose: (value: V) => void;
  /** Label for screen readers only. */
  quiet?: boolean;
}

export function SelectField<V extends string>({ label, value, options, onChoose, quiet = false }: SelectFieldProps<V>) {
  return (
    <Select
      className="field select"
      selectedKey={keyOf(value)}
      onSelectionChange={(key) => {
        const chosen = options.find(([one]) => keyOf(one) === key);
        if (chosen && chosen[0] !== value) onChoose(chosen[0]);
      }}
    >
      <Label className={quiet ? 'unseen' : 'field-label'}>{label}</Label>
      <Button className="select-button">
        <SelectValue className="select-value" />
        <Icon name="down" />
      </Button>
      <Popover className="menu select-menu">
        <ListBox className="menu-list">
          {options.map(([one, text]) => (
            <ListBoxItem key={keyOf(one)} id={keyOf(one)} textValue={text} className="menu-item">
              <bdi>{text}</bdi>
              {one === value && <Icon name="check" />}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface FormSelectProps<V extends string> extends Omit<SelectFieldProps<V>, 'value' | 'onChoose'> {
  name: string;
  chosen: V;
  onChoose?: (value: V) => void;
}

/** A choice in a form that's read as a whole; keeps its own value. */
export function FormSelect<V extends string>({ name, chosen, onChoose, ...field }: FormSelectProps<V>) {
  const [value, setValue] = useState(chosen);
  const choose = (next: V) => {
    setValue(next);
    onChoose?.(next);
  };
  return (
    <>
      <SelectField {...field} value={value} onChoose={choose} />
      <HiddenValue name={name} value={value} />
    </>
  );
}

/** A key for any value: keys can't be empty, values can. */
const keyOf = (value: string): string => `=${value}`;
