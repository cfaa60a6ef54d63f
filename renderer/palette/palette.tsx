/** One field for every order, dish, command, screen and setting; all by keyboard. */
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { VenueView } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { OpenSalePage } from '../sale/sale-menu.tsx';
import { setUiState, useApp, useLanguage, useTopic, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { type Entry, entriesFor } from './entries.ts';
import '../parts/form/form.css';
import './palette.css';

export function Palette() {
  const isOpen = useUiState((counter) => counter.paletteOpen);
  const [hours, setHours] = useState<VenueView | null>(null);
  return (
    <>
      {isOpen && <Open onHours={setHours} />}
      {hours && <OpenSalePage page="hours" venue={hours} onClose={() => setHours(null)} />}
    </>
  );
}

const close = () => setUiState({ paletteOpen: false });

function go(entry: Entry): void {
  close();
  // Waits until the closing dialog has restored the focus.
  requestAnimationFrame(() => requestAnimationFrame(entry.go));
}

function Open({ onHours }: { onHours: (venue: VenueView) => void }) {
  const app = useApp();
  const language = useLanguage();
  const orders = useTopic('orders');
  const venues = useTopic('venues');
  const view = useUiState((counter) => counter.view);
  const station = useUiState((counter) => counter.station);
  const [typed, setTyped] = useState('');
  /** Index of the entry that Enter opens. */
  const [at, setAt] = useState(0);
  const listId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const entries = useMemo(
    () =>
      app ? entriesFor(typed, { app, page: { view, station }, orders: Object.values(orders), venues: Object.values(venues), onHours }) : [],
    [typed, app, view, station, orders, venues, language],
  );
  const chosen = Math.min(at, entries.length - 1);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another one to see
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, typed]);
  const press = (event: KeyboardEvent) => {
    // While input is composed, keys such as Enter belong to it.
    if (event.nativeEvent.isComposing) return;
    const entry = entries[chosen];
    if (event.key === 'Enter' && entry) go(entry);
    else if (event.key === 'ArrowDown') setAt((chosen + 1) % entries.length);
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + entries.length) % entries.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('palette.title')} onClose={close}>
      <div className="palette">
        <div className="field search">
          <div className="search-row">
            <Icon name="search" />
            <input
              autoFocus
              type="search"
              role="combobox"
              aria-label={t('palette.field')}
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
              aria-autocomplete="list"
              placeholder={t('palette.field')}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setAt(0);
              }}
              onKeyDown={press}
            />
          </div>
        </div>
        <p className={entries.length > 0 ? 'unseen' : 'field-hint'} role="status">
          {entries.length > 0 ? t('palette.found', { count: entries.length }) : t('palette.none')}
        </p>
        <div ref={list} id={listId} className="palette-list" role="listbox" aria-label={t('palette.title')}>
          {entries.map((entry, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={entry.id}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              className="palette-entry"
              onClick={() => go(entry)}
            >
              <Icon name={entry.icon} />
              <span className="palette-name">{entry.name}</span>
              {entry.hint && <small>{entry.hint}</small>}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
