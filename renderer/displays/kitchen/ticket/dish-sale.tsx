/** "Sold out" for a ticket's dish, if allowed: one tap asks until when, the second sets it. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components';
import type { Answer, DishSaleView, Problem, SoldOutEnd } from '../../../../contract/contract.ts';
import { isComingBack, isOut } from '../../../menu/on-sale.ts';
import { EndsList } from '../../../menu/parts/ends-menu.tsx';
import { OutTag } from '../../../menu/parts/out-tag.tsx';
import { PendingState } from '../../../menu/parts/pending-state.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Popover } from '../../../parts/popover.tsx';
import { ProblemText } from '../../../parts/problem.tsx';
import { useServiceMinute } from '../../../state/clock.ts';
import { call } from '../../../state/link.ts';
import { itemName } from '../../../state/names.ts';
import { setUiState } from '../../../state/ui-state.ts';
import { t } from '../../../words.ts';
import '../../../menu/parts/ends-menu.css';

/** Interval of reading while a change is in progress, ms. */
const READ_AGAIN_MS = 3_000;

interface OfDish {
  orderId: string;
  line: string;
}

export function DishSale({ orderId, line, name }: OfDish & { name: string }) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="dish-sale"
        aria-haspopup="dialog"
        aria-label={t('menu.soldOutNamed', { name })}
        onClick={() => setOpen(true)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && <DishSaleMenu orderId={orderId} line={line} name={name} anchor={anchor} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DishSaleMenuProps extends OfDish {
  name: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function DishSaleMenu({ orderId, line, name, anchor, onClose }: DishSaleMenuProps) {
  const [view, setView] = useState<DishSaleView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const now = useServiceMinute(null);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const take = (answer: Answer<DishSaleView>) => {
    // The sign-in dialog closed this one, so the refusal appears below the bar.
    if (!isThere.current) return answer.ok || setUiState({ scanAnswer: { kind: 'refused', problem: answer.problem } });
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) setView(answer.value);
  };
  useEffect(() => {
    let isWanted = true;
    void call('kitchen.dishSale', { orderId, line }).then((answer) => {
      if (!isWanted) return;
      setProblem(answer.ok ? null : answer.problem);
      if (answer.ok) setView(answer.value);
    });
    return () => {
      isWanted = false;
    };
  }, [orderId, line]);
  useEffect(() => {
    if (view?.pending?.state !== 'waiting' && view?.pending?.state !== 'sent') return;
    // A tap's later answer is newer than this read.
    let isWanted = true;
    const reading = setTimeout(async () => {
      const answer = await call('kitchen.dishSale', { orderId, line });
      if (isWanted && answer.ok) setView(answer.value);
    }, READ_AGAIN_MS);
    return () => {
      isWanted = false;
      clearTimeout(reading);
    };
  }, [orderId, line, view]);
  const onEnd = (end: SoldOutEnd) => void call('kitchen.soldOut', { orderId, line, end }).then(take);
  const onBack = () => void call('kitchen.backOnSale', { orderId, line }).then(take);
  const isGone = view !== null && isOut(view, now) && !isComingBack(view);
  return (
    <Popover className="menu ends-menu" triggerRef={anchor} isOpen onClose={onClose} placement="bottom end">
      <Dialog className="ends-dialog" aria-label={t('menu.soldOutNamed', { name })}>
        <p className="ends-title">
          <strong>{itemName(view?.name ?? name)}</strong>
          {view !== null && !isGone && t('menu.ends.title')}
        </p>
        {problem && <ProblemText problem={problem} spoken />}
        {view !== null && (
          <p className="dish-sale-standing" role="status">
            <OutTag of={view} />
            {view.pending && <PendingState pending={view.pending} money={null} />}
          </p>
        )}
        {isGone && (
          <button type="button" className="button" onClick={onBack}>
            {t('menu.back')}
          </button>
        )}
        {view !== null && !isGone && <EndsList ends={view.ends} onEnd={onEnd} />}
      </Dialog>
    </Popover>
  );
}
