/** A setting that applies on change, with Undo; its schema decides the kind of field. */
import type { CallInput, Settings } from '../../../contract/contract.ts';
import { Field, Switch } from '../../parts/form/field.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { showLastChange, turned } from '../../parts/last-change.ts';
import { useCall } from '../../parts/use-call.ts';
import { Managed } from '../managed.tsx';
import { fieldKind } from './field-kind.ts';

const SAVE = {
  screen: 'settings.saveScreen',
  work: 'settings.saveWork',
  alerts: 'settings.saveAlerts',
  desktop: 'settings.saveDesktop',
  counter: 'settings.saveCounter',
  kitchen: 'settings.saveKitchen',
  staff: 'settings.saveStaff',
} as const;
type Section = keyof typeof SAVE;
type Value = string | number | boolean | null;

/** Saves changes of one section. `put` resolves to whether it was saved. */
export function useSection<S extends Section>(section: S, values: Settings[S], onSaved?: () => Promise<void>) {
  const { run, busy, problem } = useCall(SAVE[section]);
  const put = async (change: Partial<Settings[S]>): Promise<boolean> => {
    const done = (await run({ [section]: change } as unknown as CallInput<(typeof SAVE)[S]>)) !== null;
    if (done) await onSaved?.();
    return done;
  };
  return { section, values, put, busy, problem };
}

interface SettingFieldProps<S extends Section, K extends keyof Settings[S]> {
  of: ReturnType<typeof useSection<S>>;
  name: K & string;
  /** A function, because the language may change. */
  label: () => string;
  hint?: string;
  disabled?: boolean;
  asText?: (value: Settings[S][K]) => string;
  /** Choices for a number; the current value is added. */
  steps?: readonly Settings[S][K][];
}

export function SettingField<S extends Section, K extends keyof Settings[S]>({
  of: { section, values, put, busy },
  name,
  label,
  hint,
  disabled = false,
  asText = String,
  steps = [],
}: SettingFieldProps<S, K>) {
  const value = values[name] as Settings[S][K] & Value;
  const kind = fieldKind(section, name);
  const set = async (next: Settings[S][K]) => {
    if (next === value) return;
    const change = (to: Settings[S][K]) => put({ [name]: to } as unknown as Partial<Settings[S]>);
    const text = () => (typeof next === 'boolean' ? turned(label(), next) : `${label()}: ${asText(next)}`);
    if (await change(next)) showLastChange({ text, undo: () => change(value) });
  };
  const options = kind.kind === 'choice' ? (kind.options as readonly Settings[S][K][]) : withOwn(steps, value);
  return (
    <Managed places={[`${section}.${name}`]}>
      {kind.kind === 'switch' ? (
        <Switch
          label={label()}
          {...(hint ? { hint } : {})}
          on={value === true}
          disabled={busy || disabled}
          onTurn={(on) => void set(on as Settings[S][K])}
        />
      ) : kind.kind === 'text' ? (
        <Field
          key={String(value)}
          label={label()}
          name={name}
          maxLength={kind.most}
          hint={hint}
          defaultValue={String(value)}
          onBlur={({ target }) => void set(target.value as Settings[S][K])}
        />
      ) : (
        <SelectField
          label={label()}
          value={String(value)}
          onChoose={(chosen) => void set(options.find((one) => String(one) === chosen) ?? value)}
          options={options.map((one) => [String(one), asText(one)])}
        />
      )}
    </Managed>
  );
}

/** A settings file may have values between the steps. */
function withOwn<V>(steps: readonly V[], value: V): readonly V[] {
  return steps.includes(value) ? steps : [...steps, value].toSorted((one, other) => Number(one) - Number(other));
}
