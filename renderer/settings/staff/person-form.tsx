/** One who works here: name, what they may do, PIN and badge. What was kept of these is never shown, only that there is one. */
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { type Person, ROLES, type Role } from '../../../contract/contract.ts';
import { Choices, Field, Tick } from '../../parts/form/field.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { words } from '../../words.ts';

const said = words.settings.staff;

/** A scanner ends with Enter, at whatever pace: that is no wish to save. */
function staysInField(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

interface PersonFormProps {
  /** Null for a new one. */
  person: Person | null;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

export function PersonForm({ person, onSaved, onCancel }: PersonFormProps) {
  const save = useFormCall('staff.save', ['name', 'role', 'pin', 'badge']);
  const [role, setRole] = useState<Role>(person?.role ?? 'staff');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const typed = (name: string): string => String(fields.get(name) ?? '').trim();
    const secret = (name: 'pin' | 'badge') => {
      if (fields.has(`no-${name}`)) return { [name]: null };
      return typed(name) === '' ? {} : { [name]: typed(name) };
    };
    const id = person?.id ?? `p-${crypto.randomUUID().slice(0, 13)}`;
    if (await save.run({ id, name: typed('person-name'), role, ...secret('pin'), ...secret('badge') })) await onSaved();
  };
  return (
    <form
      className="form form-inset"
      aria-label={person ? words.settings.editNamed(person.name) : said.add}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Field label={said.name} name="person-name" maxLength={40} defaultValue={person?.name} error={save.wrong.name} autoFocus />
      <Choices
        legend={said.role}
        name={`role-${person?.id ?? 'new'}`}
        chosen={role}
        onChoose={setRole}
        error={save.wrong.role}
        options={ROLES.map((value) => ({ value, label: words.staff.roles[value], hint: said.may[value] }))}
      />
      <div className="form-pair">
        <Field
          label={said.pin}
          name="pin"
          type="password"
          inputMode="numeric"
          autoComplete="new-password"
          maxLength={12}
          hint={person?.pin ? said.pinKept : said.pinHint}
          error={save.wrong.pin}
        />
        <Field
          label={said.badge}
          name="badge"
          type="password"
          autoComplete="new-password"
          maxLength={200}
          hint={person?.badge ? said.badgeKept : said.badgeHint}
          error={save.wrong.badge}
          data-takes-scan=""
          onKeyDown={staysInField}
        />
      </div>
      {(person?.pin || person?.badge) && (
        <div className="choices-row">
          {person.pin && <Tick label={said.takePin} name="no-pin" on={false} />}
          {person.badge && <Tick label={said.takeBadge} name="no-badge" on={false} />}
        </div>
      )}
      {save.problem && <ProblemText problem={save.problem} spoken />}
      <div className="form-end">
        <button type="button" className="button" onClick={onCancel}>
          {words.settings.cancel}
        </button>
        <button type="submit" className="button fill" disabled={save.busy}>
          {words.settings.save}
        </button>
      </div>
    </form>
  );
}
