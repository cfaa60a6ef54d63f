/** One line below the bar for the most urgent matter, and a list of the rest over the page. */
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { useIsDialogOpen } from '../parts/layers.ts';
import { SMALL_SCREEN, useMedia } from '../parts/use-media.ts';
import { useUiState } from '../state/ui-state.ts';
import { giveUpRoom } from '../touch/keep-places.ts';
import { t } from '../words.ts';
import { useLines } from './use-lines.ts';
import './strips.css';
import './line-below-bar.css';

export function LineBelowBar() {
  const lines = useLines();
  const screen = useUiState((counter) => counter.screen);
  const isUnderDialog = useIsDialogOpen();
  /** The screen on which the list was opened; another screen closes it. */
  const [openOn, setOpenOn] = useState<string | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const [first, ...others] = lines;
  const isShort = useIsCut(row, first?.cause);
  const isSmall = useMedia(SMALL_SCREEN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen came, or a dialog went
  useLayoutEffect(giveUpRoom, [screen, isUnderDialog]);
  const hasMore = others.length > 0 || isShort || isSmall;
  const isOpen = openOn === screen && first !== undefined;
  const more = (
    <button type="button" className="button quiet line-more" aria-expanded={isOpen} onClick={() => setOpenOn(isOpen ? null : screen)}>
      <Icon name={isOpen ? 'up' : 'down'} />
      <span>{isOpen ? t('notices.fewer') : others.length > 0 ? t('notices.more', { count: others.length }) : t('notices.whole')}</span>
    </button>
  );
  return (
    <section className="lines" aria-label={t('notices.label')}>
      <div className="above" data-keeps-place="">
        {first && (
          <div ref={row} className="line">
            {!isOpen && first.drawn}
            {!isOpen && hasMore && more}
          </div>
        )}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, wherever in it the focus is
        <div className="lines-all" onKeyDown={({ key }) => key === 'Escape' && setOpenOn(null)}>
          {lines.map(({ cause, drawn }) => (
            <Fragment key={cause}>{drawn}</Fragment>
          ))}
          {more}
        </div>
      )}
    </section>
  );
}

function useIsCut(row: RefObject<HTMLElement | null>, cause: string | undefined): boolean {
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line has other words
  useEffect(() => {
    if (!row.current) return setIsCut(false);
    const seen = new ResizeObserver(() => {
      const words = row.current?.querySelector('p, .strip > span');
      setIsCut(words ? words.scrollHeight > words.clientHeight + 1 : false);
    });
    seen.observe(row.current);
    return () => seen.disconnect();
  }, [row, cause]);
  return isCut;
}
