import { useEffect, useState } from 'react';
import type { CallOutput, MenuView, PriceChange, Problem } from '../../../contract/contract.ts';
import { amountText } from '../../parts/amounts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { call } from '../../state/link.ts';
import { say, t } from '../../words.ts';
import { Windowed } from '../list/windowed.tsx';
import { OldAndNew } from './old-and-new.tsx';
import './prices.css';

type Line = CallOutput<'menu.reviewPrices'>['lines'][number];

interface PriceReviewProps {
  menu: MenuView;
  changes: readonly PriceChange[];
  onClose: () => void;
  onSent?: () => void;
}

const height = (): number => 4;

export function PriceReview({ menu, changes, onClose, onSent }: PriceReviewProps) {
  const { venueId, currency, minorDigits } = menu;
  const [review, setReview] = useState<{ lines: readonly Line[]; problem: Problem | null }>({ lines: [], problem: null });
  const [isKnown, setKnown] = useState(false);
  const send = useCall('menu.changePrices');
  useEffect(() => {
    void call('menu.reviewPrices', { venueId, changes: [...changes] }).then((answer) =>
      setReview(answer.ok ? { lines: answer.value.lines, problem: null } : { lines: [], problem: answer.problem }),
    );
  }, [venueId, changes]);
  // Errors and suspicious prices first, as there may be a thousand.
  const isAskew = ({ problem, isHundredfold }: Line) => problem !== null || isHundredfold;
  const lines = [...review.lines.filter(isAskew), ...review.lines.filter((line) => !isAskew(line))];
  const isWrong = lines.length === 0 || lines.some((line) => line.problem !== null);
  const isHundredfold = lines.some((line) => line.isHundredfold);
  const money = (amount: number) => amountText({ amount, currency }, minorDigits);
  const go = async () => {
    if (!(await send.run({ venueId, changes: [...changes] }))) return;
    onSent?.();
    onClose();
  };
  const trouble = send.problem ?? review.problem;
  return (
    <Dialog title={t('menu.review.title')} onClose={onClose}>
      <div className="price-review">
        <Windowed label={t('menu.review.title')} rows={lines} heightOf={height}>
          {(line) => (
            <div className="price-line">
              <span className="price-line-name">{line.name}</span>
              <span className="price-line-amounts">
                {line.from === null ? money(line.to) : <OldAndNew from={money(line.from)} to={money(line.to)} />}
                {line.discountedPrice !== null && ` · ${t('menu.asks.discounted', { amount: money(line.discountedPrice) })}`}
              </span>
              {isAskew(line) && (
                <span className="field-error">
                  <Icon name="warning" />
                  {line.problem ? say(line.problem) : t('menu.review.hundredfold')}
                </span>
              )}
            </div>
          )}
        </Windowed>
        {isHundredfold && !isWrong && (
          <label className="choice">
            <input type="checkbox" checked={isKnown} onChange={({ target }) => setKnown(target.checked)} />
            <span>{t('menu.review.known')}</span>
          </label>
        )}
        {trouble && <ProblemText problem={trouble} spoken />}
        <div className="form-end">
          <button type="button" className="button" onClick={onClose}>
            {t('menu.review.back')}
          </button>
          <button
            type="button"
            className="button fill"
            disabled={isWrong || send.busy || (isHundredfold && !isKnown)}
            onClick={() => void go()}
          >
            {t('menu.review.send', { count: changes.length })}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
