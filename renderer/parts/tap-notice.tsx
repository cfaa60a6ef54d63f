/** Shows next to the finger why a tap did nothing. A tap closes it, since it hides content. */
import { useLayoutEffect, useRef } from 'react';
import { type Notice, useNotice } from '../touch/notice.ts';
import { t } from '../words.ts';
import { Icon } from './icons.tsx';
import './touch-notice.css';

/** Distance from the finger, so that the hand doesn't cover the notice, CSS px. */
const AWAY_PX = 56;
const EDGE_PX = 8;

export function TapNotice() {
  const { notice, count } = useNotice();
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const own = box.current;
    if (!own || !notice) return;
    const { width, height } = own.getBoundingClientRect();
    const inside = (at: number, most: number) => Math.max(EDGE_PX, Math.min(at, most - EDGE_PX));
    const above = notice.y - AWAY_PX - height;
    own.style.left = `${inside(notice.x - width / 2, window.innerWidth - width)}px`;
    own.style.top = `${inside(above > EDGE_PX ? above : notice.y + AWAY_PX, window.innerHeight - height)}px`;
  }, [notice]);
  return (
    // The top layer: dialogs hide everything else from screen readers.
    <div className="touch-notice" role="alert" data-react-aria-top-layer="" data-count={count}>
      {notice && (
        <p key={notice.count} ref={box}>
          <Icon name="hand" />
          {textOf(notice)}
        </p>
      )}
    </div>
  );
}

function textOf({ why, order, became, text }: Notice): string {
  // Already done by an earlier tap or another person: "nothing was done" would invite another tap.
  if (order !== null && became !== null) return t('touch.already', { number: order, state: became });
  switch (why) {
    case 'came':
    case 'moved':
      return order === null ? t('touch.came') : t('touch.cameOrder', { number: order });
    case 'left':
      return order === null ? t('touch.left') : t('touch.leftOrder', { number: order });
    case 'uncovered':
      return t('touch.uncovered');
    case 'again':
      return t('touch.turned');
    case 'changed':
      return t('touch.changed');
    case 'off':
      return text ?? t('touch.off');
  }
}
