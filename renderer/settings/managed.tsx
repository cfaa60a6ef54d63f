/** A remotely managed setting: shown with a note, not editable. */
import type { ReactNode } from 'react';
import type { ManagedStateView } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useApp } from '../state/ui-state.ts';
import { t } from '../words.ts';

/** `places`: names of settings, as in docs/settings.md. */
export function Managed({ places, children }: { places: readonly string[]; children: ReactNode }) {
  const managed = useApp()?.managed;
  if (!managed?.by || !places.some((place) => managed.places.includes(place))) return children;
  return (
    <fieldset className="managed" disabled>
      {children}
      <p className="managed-by">
        <Icon name="lock" />
        {t('settings.managed.locked', { by: managed.by })}
      </p>
    </fieldset>
  );
}

/** Who manages this computer's settings, their version, and why a newer one was refused. */
export function ManagedState({ managed }: { managed: ManagedStateView }) {
  const { by, version, keyPrint, refused } = managed;
  return (
    <div className="managed-state">
      {by !== null && version !== null && (
        <>
          <p>
            <strong>{t('settings.managed.by', { by, version })}</strong>
          </p>
          <p className="page-note">{t('settings.managed.why')}</p>
        </>
      )}
      {keyPrint !== null && (
        <dl className="facts">
          <div>
            <dt>{t('settings.managed.key')}</dt>
            <dd>
              <code>{keyPrint}</code>
            </dd>
          </div>
        </dl>
      )}
      {refused !== null && <ProblemText problem={{ code: 'managed-refused', text: refused }} />}
    </div>
  );
}
