/** Board search: text and dishes. Ends after a while, so that staff don't work on a filtered board. */
import { useEffect, useMemo, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { setUiState, useTopic, useUiState } from '../../state/ui-state.ts';
import { useHands } from '../../touch/hands.ts';
import { t } from '../../words.ts';
import { dishesOf, isFound } from './found.ts';
import './find-strip.css';

const MOST_DISHES = 24;
/** The search ends after this time without use, ms. */
const ENDS_AFTER_MS = 30_000;

export function FindStrip() {
  const find = useUiState((counter) => counter.find);
  return find === null ? null : <Open find={find} />;
}

function Open({ find }: { find: string }) {
  const orders = useTopic('orders');
  const kept = useUiState((counter) => counter.findKeeps);
  const usedAt = useHands((hands) => hands.usedAt);
  const open = useMemo(() => Object.values(orders).filter(({ column }) => column !== 'ended'), [orders]);
  const dishes = useUnderNoFinger(useMemo(() => dishesOf(open, MOST_DISHES), [open]));
  const found = open.filter((order) => isFound(order, find, kept)).length;
  const close = () => setUiState({ find: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew from every use of the screen
  useEffect(() => {
    const ending = setTimeout(close, ENDS_AFTER_MS);
    return () => clearTimeout(ending);
  }, [usedAt, find]);
  return (
    <search className="find" aria-label={t('find.open')}>
      <div className="find-row">
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
          autoFocus
          type="search"
          aria-label={t('find.field')}
          placeholder={t('find.field')}
          value={find}
          onChange={(event) => setUiState({ find: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
        <span role="status">{find.trim() !== '' && t('find.found', { count: found, of: open.length })}</span>
        <button type="button" className="button" onClick={close}>
          {t('find.close')}
        </button>
      </div>
      <ul className="find-dishes">
        {dishes.map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              className="find-dish"
              aria-pressed={find === name}
              onClick={() => setUiState({ find: find === name ? '' : name })}
            >
              <b>{count}</b> {name}
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
}

/** The value changes only while the screen isn't tapped, so that no dish moves under a finger. */
function useUnderNoFinger<T>(now: T): T {
  const isTouched = useHands((hands) => hands.on);
  const [shown, setShown] = useState(now);
  if (!isTouched && shown !== now) setShown(now);
  return shown;
}
