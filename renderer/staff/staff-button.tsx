/** The signed-in person; a tap signs in or out. Hidden if staff don't sign in. */
import { Icon } from '../parts/icons.tsx';
import { callOrSay } from '../state/link.ts';
import { useApp, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { chooseName } from './require-sign-in.ts';
import './staff.css';

export function StaffButton({ className }: { className: string }) {
  const staff = useApp()?.staff ?? null;
  const person = useUiState((counter) => counter.person);
  if (staff === null) return null;
  return person ? (
    <button
      type="button"
      className={`${className} who-button`}
      title={t('staff.signOut', { name: person.name })}
      aria-label={t('staff.signOut', { name: person.name })}
      onClick={() => void callOrSay('staff.signOut', {})}
    >
      <Icon name="person" />
      <span className="who-word">{person.name}</span>
      <Icon name="cross" className="who-out" />
    </button>
  ) : (
    <button type="button" className={`${className} who-button`} aria-haspopup="dialog" onClick={chooseName}>
      <Icon name="person" />
      <span className="who-word">{t('staff.signIn')}</span>
    </button>
  );
}
