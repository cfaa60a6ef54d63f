import { useId, useState } from 'react';
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { useMayOfAllVenues } from '../../state/ui-state.ts';
import { watchMoves } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { About } from './about.tsx';
import { Papers } from './papers.tsx';
import { Timeline } from './timeline.tsx';
import './folds.css';

type Fold = 'timeline' | 'papers' | 'about';

export function Folds({ order, detail, onDone }: { order: OrderCard; detail: OrderDetail | null; onDone: () => void }) {
  const [open, setOpen] = useState<Fold | null>(null);
  const id = useId();
  const mayRead = useMayOfAllVenues('reports');
  const folds: { fold: Fold; icon: IconName; name: string; count?: number }[] = [
    ...(mayRead ? [{ fold: 'timeline', icon: 'clock', name: t('history.timeline') } as const] : []),
    { fold: 'papers', icon: 'printer', name: t('more.printouts.title'), ...(detail ? { count: detail.papers.length } : {}) },
    { fold: 'about', icon: 'labels', name: t('more.title') },
  ];
  const name = folds.find(({ fold }) => fold === open)?.name;
  return (
    <>
      {open !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
        <section id={id} className="fold-open" aria-label={name} tabIndex={0}>
          {open === 'timeline' && <Timeline order={order} />}
          {open === 'papers' && detail && <Papers order={order} detail={detail} onDone={onDone} />}
          {open === 'about' && detail && <About order={order} detail={detail} />}
        </section>
      )}
      <div ref={watchMoves} className="folds">
        {folds.map(({ fold, icon, name, count }) => (
          <button
            key={fold}
            type="button"
            className="button quiet fold"
            aria-expanded={open === fold}
            aria-controls={open === fold ? id : undefined}
            onClick={() => setOpen(open === fold ? null : fold)}
          >
            <Icon name={icon} />
            {name}
            {count !== undefined && count > 0 && <span className="fold-count">{count}</span>}
            <Icon name={open === fold ? 'down' : 'up'} className="small" />
          </button>
        ))}
      </div>
    </>
  );
}
