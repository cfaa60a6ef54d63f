/** Says of a touch that did nothing why, beside the finger; read out at once, and never in the way of the next touch. */
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../parts/icons.tsx';
import { t } from '../words.ts';
import { type Told, useTold } from './told.ts';
import './touch-told.css';

/** How far from the finger, so that the hand does not cover it, CSS pixels. */
const AWAY_PX = 56;
const EDGE_PX = 8;

export function TouchTold() {
  const { told, count } = useTold();
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const said = box.current;
    if (!said || !told) return;
    const { width, height } = said.getBoundingClientRect();
    const inside = (at: number, most: number) => Math.max(EDGE_PX, Math.min(at, most - EDGE_PX));
    const above = told.y - AWAY_PX - height;
    said.style.left = `${inside(told.x - width / 2, window.innerWidth - width)}px`;
    said.style.top = `${inside(above > EDGE_PX ? above : told.y + AWAY_PX, window.innerHeight - height)}px`;
  }, [told]);
  return (
    // Dialogs hide everything else from screen readers, but for this.
    <div className="touch-told" role="alert" data-react-aria-top-layer="" data-count={count}>
      {told && (
        <p key={told.count} ref={box}>
          <Icon name="hand" />
          {textOf(told)}
        </p>
      )}
    </div>
  );
}

function textOf({ why, order, became, says }: Told): string {
  // It did something before, or somebody else did: "nothing was done" would be read as "once more".
  if (order !== null && became !== null) return t('touch.already', { number: order, state: became });
  switch (why) {
    case 'came':
      return order === null ? t('touch.came') : t('touch.cameOrder', { number: order });
    case 'uncovered':
      return t('touch.uncovered');
    case 'again':
      return t('touch.turned');
    case 'changed':
      return t('touch.changed');
    case 'off':
      return says ?? t('touch.off');
  }
}
