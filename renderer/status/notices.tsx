/** Notices outside orders, as lines: most severe first, then newest. */
import { causeOf, type Notice } from '../../contract/contract.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { useServiceNow } from '../state/clock.ts';
import { callOrSay } from '../state/link.ts';
import { useTopic } from '../state/ui-state.ts';
import { dayAndClock } from '../time/texts.ts';
import { say, t } from '../words.ts';
import '../parts/notices.css';

const ICON: Record<Notice['level'], IconName> = { error: 'warning', warning: 'warning', info: 'info' };

export function useNoticeLines(): StatusLine[] {
  const now = useServiceNow();
  const notices = Object.values(useTopic('notices')).sort((a, b) => RANK[a.level] - RANK[b.level] || b.at.localeCompare(a.at));
  return notices.map((notice) => {
    const drawn = (
      <div key={notice.id} className="notice" role="status" data-level={notice.level}>
        <Icon name={ICON[notice.level]} />
        <p>
          <strong>{say(notice.text)}</strong> {say(notice.hint)} <time dateTime={notice.at}>{dayAndClock(notice.at, now)}</time>
        </p>
        {notice.dismissible && (
          <button type="button" className="button quiet" onClick={() => void callOrSay('notice.dismiss', { id: notice.id })}>
            {t('notices.dismiss')}
          </button>
        )}
      </div>
    );
    return { cause: causeOf(notice.id), rank: RANK[notice.level], drawn };
  });
}
