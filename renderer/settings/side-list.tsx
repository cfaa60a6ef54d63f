/** The pages of Settings with search; on narrow screens a select. */
import { useState } from 'react';
import { sourceOf } from '../../contract/contract.ts';
import { SelectField } from '../parts/form/select.tsx';
import { Icon } from '../parts/icons.tsx';
import { type SettingsArea, setUiState, useApp, useIsManager, useTopic, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { AREAS, findAreas, GROUPS } from './areas.ts';

export function SideList() {
  const [typed, setTyped] = useState('');
  const found = new Map(findAreas(typed).map((one) => [one.id, one.by]));
  return (
    <nav className="settings-side" aria-label={t('settings.areasLabel')}>
      <div className="settings-search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {found.size === 0 && <p role="status">{t('settings.searchNone')}</p>}
      {GROUPS.map(({ id, areas }) => {
        const shown = areas.filter((area) => found.has(area.id));
        return (
          shown.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a heading of a list, not a set of fields
            <div key={id} role="group" aria-labelledby={`settings-${id}`}>
              <h2 id={`settings-${id}`}>{t(`settings.groups.${id}`)}</h2>
              {shown.map((area) => (
                <AreaButton key={area.id} area={area} by={found.get(area.id) ?? null} />
              ))}
            </div>
          )
        );
      })}
    </nav>
  );
}

function AreaButton({ area: { id, icon, isOpen }, by }: { area: (typeof AREAS)[number]; by: string | null }) {
  const isHere = useUiState(({ settingsArea }) => settingsArea === id);
  const isNamed = (useApp()?.staff ?? null) !== null;
  const isManager = useIsManager();
  const locked = !isManager && !isOpen;
  const troubles = useTroubles(id);
  return (
    <button
      type="button"
      className="area-button"
      data-area={id}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => setUiState({ settingsArea: id })}
    >
      <Icon name={icon} />
      <span className="area-words">
        {t(`settings.areas.${id}`)}
        {by !== null && <small>{by}</small>}
      </span>
      {troubles > 0 && (
        <span className="area-troubles">
          <span aria-hidden="true">{troubles}</span>
          <span className="unseen">{t('settings.troubles', { count: troubles })}</span>
        </span>
      )}
      {locked && (
        <span className="area-lock">
          <Icon name="lock" />
          <span className="unseen">{isNamed ? t('settings.groups.managers') : t('settings.needsPin')}</span>
        </span>
      )}
    </button>
  );
}

export function AreaSelect() {
  const area = useUiState(({ settingsArea }) => settingsArea);
  return (
    <div className="settings-select">
      <SelectField<SettingsArea>
        label={t('settings.areasLabel')}
        value={area}
        onChoose={(settingsArea) => setUiState({ settingsArea })}
        options={AREAS.map(({ id }) => [id, t(`settings.areas.${id}`)])}
      />
    </div>
  );
}

function useTroubles(area: SettingsArea): number {
  const printers = Object.values(useTopic('printers'));
  const venues = Object.values(useTopic('venues'));
  const app = useApp();
  if (area === 'printers') return printers.filter(({ state }) => state === 'trouble').length;
  if (area === 'venues') return venues.filter(({ state }) => state === 'reconnect').length;
  if (area === 'webhook') return (app?.webhookSecret.isSaved === false ? 1 : 0) + (sourceOf(app, 'relay')?.state === 'lost' ? 1 : 0);
  if (area === 'till') return app?.till?.state === 'trouble' ? 1 : 0;
  return 0;
}
