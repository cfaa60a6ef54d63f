/** A staff member: name, role, PIN, badge. Saved PINs and badges are never shown. */
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { type Person, ROLES, type Role } from '../../../contract/contract.ts';
import { Choices, Field, Tick } from '../../parts/form/field.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { t } from '../../words.ts';

/** Ignores Enter, with which a scanner ends a badge: it must not save the form. */
function staysInField(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

interface PersonFormProps {
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
      aria-label={person ? t('settings.editNamed', { name: person.name }) : t('settings.staff.add')}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Field
        label={t('settings.staff.name')}
        name="person-name"
        maxLength={40}
        defaultValue={person?.name}
        error={save.wrong.name}
        autoFocus
      />
      <Choices
        legend={t('settings.staff.role')}
        name={`role-${person?.id ?? 'new'}`}
        chosen={role}
        onChoose={setRole}
        error={save.wrong.role}
        options={ROLES.map((value) => ({ value, label: t(`staff.roles.${value}`), hint: t(`settings.staff.may.${value}`) }))}
      />
      <div className="form-pair">
        <Field
          label={t('settings.staff.pin')}
          name="pin"
          type="password"
          inputMode="numeric"
          autoComplete="new-password"
          maxLength={12}
          hint={person?.pin ? t('settings.staff.pinKept') : t('settings.staff.pinHint')}
          error={save.wrong.pin}
        />
        <Field
          label={t('settings.staff.badge')}
          name="badge"
          type="password"
          autoComplete="new-password"
          maxLength={200}
          hint={person?.badge ? t('settings.staff.badgeKept') : t('settings.staff.badgeHint')}
          error={save.wrong.badge}
          data-takes-scan=""
          onKeyDown={staysInField}
        />
      </div>
      {(person?.pin || person?.badge) && (
        <div className="choices-row">
          {person.pin && <Tick label={t('settings.staff.takePin')} name="no-pin" on={false} />}
          {person.badge && <Tick label={t('settings.staff.takeBadge')} name="no-badge" on={false} />}
        </div>
      )}
      {save.problem && <ProblemText problem={save.problem} spoken />}
      <div className="form-end">
        <button type="button" className="button" onClick={onCancel}>
          {t('settings.cancel')}
        </button>
        <button type="submit" className="button fill" disabled={save.busy}>
          {t('settings.save')}
        </button>
      </div>
    </form>
  );
}
