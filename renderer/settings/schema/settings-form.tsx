/** A settings section saved as a whole: fields by schema, with errors. */
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import type { AlertSettings, BackupSettings, MapSettings, StockSettings } from '../../../contract/contract.ts';
import { Field, Tick } from '../../parts/form/field.tsx';
import { FormNumber } from '../../parts/form/number-field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { say } from '../../words.ts';
import { Managed } from '../managed.tsx';
import { type FieldKind, fieldKind } from './field-kind.ts';

const SAVE = {
  alerts: 'settings.saveAlerts',
  backup: 'settings.saveBackup',
  map: 'settings.saveMap',
  stock: 'settings.saveStock',
} as const;
interface Sections {
  alerts: AlertSettings;
  backup: BackupSettings;
  map: MapSettings;
  stock: StockSettings;
}

interface FieldWords {
  label: string;
  hint?: string;
  step?: number;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
}

interface SettingsFormProps<S extends keyof Sections> {
  section: S;
  values: Sections[S];
  /** Fields by row; those of one row are side by side. */
  rows: readonly { [K in keyof Sections[S]]?: FieldWords }[];
  /** Accessible name, if no heading gives it. */
  name?: string;
  className?: string;
  children?: ReactNode;
  onSaved: () => Promise<void>;
}

export function SettingsForm<S extends keyof Sections>(props: SettingsFormProps<S>) {
  const { section, values, rows, name, className = 'form', children, onSaved } = props;
  const names = rows.flatMap((row) => Object.keys(row));
  const save = useFormCall(SAVE[section] as (typeof SAVE)['stock'], names as ('folder' | 'http_port')[], section as 'stock');
  const [saved, setSaved] = useState(false);
  /** Why the saved folder is unusable. */
  const [blockedBy, setBlockedBy] = useState<string>();
  const held = values as unknown as Record<string, unknown>;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    setBlockedBy(undefined);
    const form = event.currentTarget;
    const next = Object.fromEntries(names.map((one) => [one, valueIn(form, one, fieldKind(section, one), held[one])]));
    const kept = await save.run({ [section]: next } as unknown as { stock: StockSettings });
    if (!kept) return;
    if (kept.blockedBy) setBlockedBy(`${say(kept.blockedBy.text)} ${say(kept.blockedBy.hint)}`);
    setSaved(true);
    await onSaved();
  };
  const wrong: Record<string, string | undefined> = { ...(blockedBy ? { folder: blockedBy } : {}), ...save.wrong };
  const draw = (one: string, words: FieldWords) => (
    <Managed key={one} places={[`${section}.${one}`]}>
      <FormField name={one} kind={fieldKind(section, one)} value={held[one]} error={wrong[one]} {...words} />
    </Managed>
  );
  return (
    <form className={className} aria-label={name} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      {rows.map((row) => {
        const fields = Object.entries(row as Record<string, FieldWords>).map(([one, words]) => draw(one, words));
        return fields.length === 1 ? (
          fields
        ) : (
          <div key={Object.keys(row).join()} className="form-pair">
            {fields}
          </div>
        );
      })}
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}

interface FormFieldProps extends FieldWords {
  name: string;
  kind: FieldKind;
  value: unknown;
  error: string | undefined;
}

function FormField({ name, kind, value, error, label, hint, step, inputMode }: FormFieldProps) {
  if (kind.kind === 'switch') return <Tick label={label} name={name} on={value === true} />;
  if (kind.kind === 'number' && !kind.optional) {
    const { least, most } = kind;
    return <FormNumber label={label} name={name} least={least} most={most} step={step ?? 1} start={Number(value)} error={error} />;
  }
  const mode = inputMode ?? (kind.kind === 'number' ? 'numeric' : undefined);
  const most = kind.kind === 'text' ? kind.most : undefined;
  return (
    <Field
      label={label}
      name={name}
      inputMode={mode}
      maxLength={most}
      hint={hint}
      defaultValue={value === null ? '' : String(value)}
      error={error}
    />
  );
}

/** The typed value; managed settings keep theirs. */
function valueIn(form: HTMLFormElement, name: string, kind: FieldKind, held: unknown): unknown {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement) || field.matches(':disabled')) return held;
  if (kind.kind === 'switch') return field.checked;
  const text = field.value.trim();
  if (text === '' && (kind.kind === 'text' || kind.kind === 'number') && kind.optional) return null;
  return kind.kind === 'number' ? Number(text) : text;
}
