/** The order alert's cards in columns. None moves while the screen is tapped. */
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { deal, dealAgain, GAP, join, type Sized } from '../layout/deal.ts';
import { Icon } from '../parts/icons.tsx';
import { showMore, useBackToTop, useOutOfSight } from '../parts/use-out-of-sight.ts';
import { useHands } from '../touch/hands.ts';
import { t } from '../words.ts';

/** Least width of a card, CSS px at the usual size. */
const CARD_MIN = 320;
/** Step in which the height of columns is tried, CSS px. */
const STEP = 16;

/** `rows`: order IDs, most urgent first. */
export function WaitingLanes({ rows, name, draw }: { rows: string[]; name: string; draw: (id: string) => ReactNode }) {
  const list = useRef<HTMLElement>(null);
  const columns = useColumns(list, rows);
  const hidden = useOutOfSight(list, rows);
  useBackToTop(list);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
      <section ref={list} className="unanswered" tabIndex={0} aria-label={name}>
        {columns.map((ids, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <ul key={lane} className="unanswered-lane">
            {ids.map((id) => (
              <Fragment key={id}>{draw(id)}</Fragment>
            ))}
          </ul>
        ))}
      </section>
      {hidden > 0 && (
        <button type="button" className="button quiet unanswered-more" onClick={() => showMore(list.current)}>
          <Icon name="down" />
          {t('board.more', { count: hidden })}
        </button>
      )}
    </>
  );
}

/** Renders all in one column, measures, and distributes before the first paint. */
function useColumns(list: { current: HTMLElement | null }, rows: string[]): string[][] {
  const [columns, setColumns] = useState<string[][]>([rows]);
  const [resized, setResized] = useState(0);
  const isDealt = useRef(false);
  const isTouched = useHands(({ on }) => on);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dealt again when the list or a card has another size
  useLayoutEffect(() => {
    if (!list.current) return;
    const { lanes, height } = roomOf(list.current);
    if (columns.length !== lanes) {
      isDealt.current = false;
      return setColumns([rows, ...Array.from({ length: lanes - 1 }, () => [])]);
    }
    const cards = measured(list.current, rows);
    const most = evenHeight(cards, lanes, height);
    const next =
      isDealt.current && isTouched ? join(cards, columns, most) : dealAgain(cards, isDealt.current ? columns : [], lanes, most).columns;
    isDealt.current = true;
    if (JSON.stringify(next) !== JSON.stringify(columns)) setColumns(next);
  }, [rows, columns, isTouched, resized]);
  useEffect(() => {
    if (!list.current) return;
    const seen = new ResizeObserver(() => setResized((count) => count + 1));
    seen.observe(list.current);
    for (const lane of list.current.children) seen.observe(lane);
    return () => seen.disconnect();
  }, [list]);
  return columns;
}

/** The height at which columns end about evenly, up to the available height. */
function evenHeight(cards: readonly Sized[], lanes: number, height: number): number {
  let most = Math.max(0, ...cards.map((card) => card.height));
  while (most < height && deal(cards, lanes, most).hidden.length > 0) most += STEP;
  return Math.min(most, height);
}

/** Heights in CSS px. */
function roomOf(list: HTMLElement): { lanes: number; height: number } {
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(list);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const inner = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const sheet = list.parentElement;
  // Counts the button that appears on scrolling, which must not change the columns.
  const more = sheet?.querySelector<HTMLElement>('.unanswered-more')?.offsetHeight ?? 0;
  const most = sheet
    ? Number.parseFloat(getComputedStyle(sheet).maxHeight) - (sheet.offsetHeight - list.offsetHeight - more)
    : list.clientHeight;
  return {
    lanes: Math.max(1, Math.floor((inner / rem + GAP) / (CARD_MIN + GAP))),
    height: most - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom),
  };
}

function measured(list: HTMLElement, rows: readonly string[]): Sized[] {
  const heights = new Map([...list.querySelectorAll<HTMLElement>('.slot')].map((slot) => [slot.dataset.waits ?? '', slot.offsetHeight]));
  return rows.map((id) => ({ id, height: heights.get(id) ?? 0 }));
}
