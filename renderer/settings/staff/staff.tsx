import { useState } from 'react';
import type { Person, StaffSettings } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { LastChanges } from './last-changes.tsx';
import { PersonForm } from './person-form.tsx';

const MINUTES = [1, 2, 5, 10, 30, 60];

interface StaffProps {
  staff: StaffSettings;
  onSaved: () => Promise<void>;
}

export function Staff({ staff, onSaved }: StaffProps) {
  const section = useSection('staff', staff, onSaved);
  return (
    <section className="settings-parts" aria-label={t('settings.areas.staff')}>
      <div className="part">
        <p className="page-note">{t('settings.staff.why')}</p>
        <SettingField of={section} name="on" label={() => t('settings.staff.on')} hint={t('settings.staff.onWhy')} />
        {staff.on && (
          <>
            <SettingField of={section} name="on_papers" label={() => t('settings.staff.onPrintouts')} />
            <div className="form-pair">
              <SettingField
                of={section}
                name="sign_out_minutes"
                label={() => t('settings.staff.signOutAfter')}
                steps={MINUTES}
                asText={(minutes) => t('time.minutes', { count: minutes })}
              />
            </div>
            <p className="field-hint">{t('settings.staff.signOutWhy')}</p>
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
  /** ID of the edited person, '' for a new one, null for none. */
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Person | null>(null);
  const saved = async () => {
    setEditing(null);
    await onSaved();
  };
  return (
    <div className="part">
      {people.length === 0 ? (
        <p className="second">{t('settings.staff.none')}</p>
      ) : (
        <ul className="rows" aria-label={t('settings.staff.list')}>
          {people.map((one) => (
            <li key={one.id}>
              <div className="row">
                <Icon name="person" />
                <p className="row-words">
                  <strong>{one.name}</strong>
                  <span>
                    {[t(`staff.roles.${one.role}`), one.pin && t('settings.staff.pin'), one.badge && t('settings.staff.badge')]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </p>
                <div className="row-buttons">
                  <button
                    type="button"
                    className="button quiet"
                    aria-label={t('settings.editNamed', { name: one.name })}
                    disabled={editing === one.id}
                    onClick={() => setEditing(one.id)}
                  >
                    {t('settings.edit')}
                  </button>
                  <button
                    type="button"
                    className="button quiet stop"
                    aria-label={t('settings.removeNamed', { name: one.name })}
                    onClick={() => setRemoving(one)}
                  >
                    {t('settings.remove')}
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
            {t('settings.staff.add')}
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
    <Dialog title={t('settings.staff.removeTitle', { name: one.name })} onClose={onClose}>
      <p className="dialog-text">{t('settings.staff.removeWhy', { name: one.name })}</p>
      <DangerEnd
        action={remove}
        keep={t('settings.staff.keep')}
        go={t('settings.remove')}
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
