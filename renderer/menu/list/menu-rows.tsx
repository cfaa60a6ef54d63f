/** The menu's rows, and the sold-out times to choose for the tapped one. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { MenuView } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useMedia } from '../../parts/use-media.ts';
import { useServiceMinute } from '../../state/clock.ts';
import { isOut } from '../on-sale.ts';
import { EndsMenu, type EndsQuestion } from '../parts/ends-menu.tsx';
import { useSale } from '../parts/use-sale.ts';
import { MenuRow, type RowActs } from './menu-row.tsx';
import type { Row, ThingRow } from './prepared.ts';
import { Windowed } from './windowed.tsx';

/** Same width as in menu-row.css. */
const NARROW = '(max-width: 700px)';
const HEIGHT_REM = { wide: 4, narrow: 7.5, head: 2.5 };

interface MenuRowsProps {
  menu: MenuView;
  rows: readonly Row[];
  label: string;
  none: string;
  onOpen: (row: ThingRow) => void;
  goTo?: { at: number; goes: number } | null;
}

export function MenuRows({ menu, rows, label, none, onOpen, goTo = null }: MenuRowsProps) {
  const isNarrow = useMedia(NARROW);
  const heightOf = useCallback(
    ({ kind }: Row) => (kind === 'head' ? HEIGHT_REM.head : isNarrow ? HEIGHT_REM.narrow : HEIGHT_REM.wide),
    [isNarrow],
  );
  const now = useServiceMinute(null);
  const sale = useSale(menu.venueId);
  const [asked, setAsked] = useState<EndsQuestion | null>(null);
  const latest = useRef({ sale, onOpen });
  latest.current = { sale, onOpen };
  // Stable, so that rows render only on their own changes.
  const acts = useMemo<RowActs>(
    () => ({
      open: (row) => latest.current.onOpen(row),
      ask: ({ of: { what, name } }, anchor) => what && setAsked({ what, name, anchor }),
      back: ({ of: { what } }) => void (what && latest.current.sale.backOnSale(what)),
      again: (intent) => void latest.current.sale.again(intent),
    }),
    [],
  );
  const money = useMemo(() => ({ currency: menu.currency, minorDigits: menu.minorDigits }), [menu.currency, menu.minorDigits]);
  return (
    <>
      {sale.problem && <ProblemText problem={sale.problem} spoken />}
      {rows.length === 0 ? (
        <p className="menu-none">{none}</p>
      ) : (
        <Windowed label={label} rows={rows} heightOf={heightOf} goTo={goTo}>
          {(row) => <MenuRow row={row} isOut={row.kind !== 'head' && isOut(row.of, now)} money={money} acts={acts} />}
        </Windowed>
      )}
      <EndsMenu asked={asked} menu={menu} onEnd={(what, end) => void sale.soldOut(what, end)} onClose={() => setAsked(null)} />
    </>
  );
}
