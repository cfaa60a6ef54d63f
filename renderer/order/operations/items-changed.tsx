/** Keeps a form on the items it was opened with, and reports if the order's items change meanwhile. */
import { useState } from 'react';
import { message, type OrderDetail } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { t } from '../../words.ts';

const CHANGED = {
  code: 'items-changed',
  text: message('operation.itemsChanged'),
  hint: message('operation.startOver'),
};

/** `turn` counts restarts of the form. */
export function useOpenedWith(detail: OrderDetail) {
  const [{ opened, turn }, setOpened] = useState({ opened: detail, turn: 0 });
  const isOther = opened.itemsVersion !== detail.itemsVersion;
  return { opened, turn, isOther, fresh: () => setOpened({ opened: detail, turn: turn + 1 }) };
}

export function ItemsChanged({ onRestart }: { onRestart: () => void }) {
  return (
    <>
      <ProblemText problem={CHANGED} spoken />
      <div className="form-end">
        <button type="button" className="button" onClick={onRestart}>
          {t('more.startOver')}
        </button>
      </div>
    </>
  );
}
