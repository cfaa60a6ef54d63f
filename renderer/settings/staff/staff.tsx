/** Who works here: the names, whether the counter asks for them, and what was changed last by whom. */
import { useState } from 'react';
import type { Person, StaffSettings } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { words } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { LastChanges } from './last-changes.tsx';
import { PersonForm } from './person-form.tsx';

const said = words.settings.staff;
const MINUTES = [1, 2, 5, 10, 30, 60];

interface StaffProps {
  staff: StaffSettings;
  onSaved: () => Promise<void>;
}

export function Staff({ staff, onSaved }: StaffProps) {
  const section = useSection('staff', staff, onSaved);
  return (
    <section className="settings-parts" aria-label={words.settings.areas.staff}>
      <div className="part">
        <p className="page-note">{said.why}</p>
        <SettingField of={section} name="on" label={() => said.on} hint={said.onWhy} />
        {staff.on && (
          <>
            <SettingField of={section} name="on_papers" label={() => said.onPapers} />
            <div className="form-pair">
              <SettingField
                of={section}
                name="sign_out_minutes"
                label={() => said.signOutAfter}
                steps={MINUTES}
                text={(minutes) => words.time.minutes(minutes)}
              />
            </div>
            <p className="field-hint">{said.signOutWhy}</p>
          </>
        )}
        {section.problem && <ProblemText problem={section.problem} spoken />}
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
