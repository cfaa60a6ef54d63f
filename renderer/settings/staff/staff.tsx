/** Who works here: the names, whether the counter asks for them, and what was changed last by whom. */
import { useState } from 'react';
import type { CallInput, Person, StaffSettings } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { SelectField, Switch } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { words } from '../../words.ts';
import { tellKept, turned } from '../kept.ts';
import { Managed } from '../managed.tsx';
import { withSet } from '../steps.ts';
import { LastChanges } from './last-changes.tsx';
import { PersonForm } from './person-form.tsx';

const said = words.settings.staff;
const MINUTES = ['1', '2', '5', '10', '30', '60'] as const;

interface StaffProps {
  staff: StaffSettings;
  onSaved: () => Promise<void>;
}

export function Staff({ staff, onSaved }: StaffProps) {
  const save = useCall('settings.saveStaff');
  const keep = async (change: CallInput<'settings.saveStaff'>['staff']): Promise<boolean> => {
    const done = (await save.run({ staff: change })) !== null;
    if (done) await onSaved();
    return done;
  };
  const turn = async (name: 'on' | 'on_papers', on: boolean) => {
    if (await keep({ [name]: on }))
      tellKept({ says: () => turned(name === 'on' ? said.on : said.onPapers, on), undo: () => keep({ [name]: !on }) });
  };
  const setMinutes = async (minutes: number) => {
    if (!(await keep({ sign_out_minutes: minutes }))) return;
    const before = staff.sign_out_minutes;
    tellKept({ says: () => `${said.signOutAfter}: ${words.time.minutes(minutes)}`, undo: () => keep({ sign_out_minutes: before }) });
  };
  return (
    <section className="settings-parts" aria-label={words.settings.areas.staff}>
      <div className="part">
        <p className="page-note">{said.why}</p>
        <Switch label={said.on} hint={said.onWhy} on={staff.on} disabled={save.busy} onTurn={(on) => void turn('on', on)} />
        {staff.on && (
          <>
            <Managed places={['staff.on_papers']}>
              <Switch label={said.onPapers} on={staff.on_papers} disabled={save.busy} onTurn={(on) => void turn('on_papers', on)} />
            </Managed>
            <div className="form-pair">
              <Managed places={['staff.sign_out_minutes']}>
                <SelectField
                  label={said.signOutAfter}
                  value={String(staff.sign_out_minutes)}
                  onChoose={(value) => void setMinutes(Number(value))}
                  options={withSet(MINUTES, staff.sign_out_minutes).map((value) => [value, words.time.minutes(Number(value))])}
                />
              </Managed>
            </div>
            <p className="field-hint">{said.signOutWhy}</p>
          </>
        )}
        {save.problem && <ProblemText problem={save.problem} spoken />}
      </div>
      <People people={staff.people} onSaved={onSaved} />
      {staff.on && <LastChanges after={staff} />}
    </section>
  );
}

function People({ people, onSaved }: { people: readonly Person[]; onSaved: () => Promise<void> }) {
  /** The id of the person being changed, '' for a new one, null for none. */
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Person | null>(null);
  const saved = async () => {
    setEditing(null);
    await onSaved();
  };
  return (
    <div className="part">
      {people.length === 0 ? (
        <p className="second">{said.none}</p>
      ) : (
        <ul className="rows" aria-label={said.list}>
          {people.map((one) => (
            <li key={one.id}>
              <div className="row">
                <Icon name="person" />
                <p className="row-words">
                  <strong>{one.name}</strong>
                  <span>{[words.staff.roles[one.role], one.pin && said.pin, one.badge && said.badge].filter(Boolean).join(', ')}</span>
                </p>
                <div className="row-buttons">
                  <button
                    type="button"
                    className="button quiet"
                    aria-label={words.settings.editNamed(one.name)}
                    disabled={editing === one.id}
                    onClick={() => setEditing(one.id)}
                  >
                    {words.settings.edit}
                  </button>
                  <button
                    type="button"
                    className="button quiet stop"
                    aria-label={words.settings.removeNamed(one.name)}
                    onClick={() => setRemoving(one)}
                  >
                    {words.settings.remove}
                  </button>
                </div>
              </div>
              {editing === one.id && <PersonForm person={one} onSaved={saved} onCancel={() => setEditing(null)} />}
            </li>
          ))}
        </ul>
      )}
      {editing === '' ? (
        <PersonForm person={null} onSaved={saved} onCancel={() => setEditing(null)} />
      ) : (
        <div className="form-end">
          <button type="button" className={people.length === 0 ? 'button fill' : 'button'} onClick={() => setEditing('')}>
            <Icon name="plus" />
            {said.add}
          </button>
        </div>
      )}
      {removing && <Removing one={removing} onDone={onSaved} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function Removing({ one, onDone, onClose }: { one: Person; onDone: () => Promise<void>; onClose: () => void }) {
  const remove = useCall('staff.remove');
  return (
    <Dialog title={said.removeTitle(one.name)} onClose={onClose}>
      <p className="dialog-text">{said.removeWhy(one.name)}</p>
      <DangerEnd
        action={remove}
        keep={said.keep}
        go={words.settings.remove}
        onKeep={onClose}
        onGo={async () => {
          if (!(await remove.run({ id: one.id }))) return;
          await onDone();
          onClose();
        }}
      />
    </Dialog>
  );
}
