/** Notices that belong to no order: the most severe first, two visible, the rest one tap away. */
import { useState } from 'react';
import type { Notice } from '../../contract/contract.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { useServiceNow } from '../state/clock.ts';
import { useTopic } from '../state/counter.ts';
import { callOrSay } from '../state/link.ts';
import { dayAndClock } from '../time/texts.ts';
import { say, t } from '../words.ts';
import './notices.css';

const IN_SIGHT = 2;
const WEIGHT: Record<Notice['level'], number> = { error: 0, warning: 1, info: 2 };
const ICON: Record<Notice['level'], IconName> = { error: 'warning', warning: 'warning', info: 'info' };

export function Notices() {
  const [all, setAll] = useState(false);
  const now = useServiceNow();
  const notices = Object.values(useTopic('notices')).sort((a, b) => WEIGHT[a.level] - WEIGHT[b.level] || b.at.localeCompare(a.at));
  const shown = all ? notices : notices.slice(0, IN_SIGHT);
  const hidden = notices.length - IN_SIGHT;
  return (
    <section className="notices" aria-label={t('notices.label')} aria-live="polite">
      {shown.map((notice, place) => (
        <div key={notice.id} className="notice" data-level={notice.level}>
          <Icon name={ICON[notice.level]} />
          <p>
            <strong>{say(notice.text)}</strong> {say(notice.hint)} <time dateTime={notice.at}>{dayAndClock(notice.at, now)}</time>
          </p>
          {notice.dismissible && (
            <button type="button" className="button quiet" onClick={() => void callOrSay('notice.dismiss', { id: notice.id })}>
              {t('notices.dismiss')}
            </button>
          )}
          {hidden > 0 && place === shown.length - 1 && (
            <button type="button" className="button" onClick={() => setAll(!all)}>
              {all ? t('notices.fewer') : t('notices.more', { count: hidden })}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}
