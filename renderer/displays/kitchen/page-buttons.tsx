/** Turns pages; each button counts new tickets in its direction. */
import { Icon } from '../../parts/icons.tsx';
import { watchPosition } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { turnTo, usePages } from './use-tickets.ts';

export function PageButtons() {
  const { page, pages, news } = usePages();
  if (pages.length < 2) return null;
  return (
    <nav ref={watchPosition} className="kitchen-pages" aria-label={t('kitchen.pages.title')}>
      <Turn to={page - 1} icon="before" name={t('kitchen.pages.previous')} news={news.before} />
      <span className="kitchen-count" role="status">
        <span className="unseen">{t('kitchen.pages.of', { page: page + 1, count: pages.length })}</span>
        <span aria-hidden="true">
          {page + 1} / {pages.length}
        </span>
      </span>
      <Turn to={page + 1} icon="after" name={t('kitchen.pages.next')} news={news.after} isOff={page + 1 === pages.length} />
    </nav>
  );
}

interface TurnProps {
  to: number;
  icon: 'before' | 'after';
  name: string;
  news: number;
  isOff?: boolean;
}

function Turn({ to, icon, name, news, isOff = to < 0 }: TurnProps) {
  const count = news > 0 ? t('kitchen.pages.new', { count: news }) : null;
  return (
    <button
      type="button"
      className="kitchen-tool kitchen-turn"
      aria-label={[name, count].filter(Boolean).join(', ')}
      aria-disabled={isOff || undefined}
      onClick={() => void turnTo(to)}
    >
      <Icon name={icon} />
      {count && <strong>{count}</strong>}
    </button>
  );
}
