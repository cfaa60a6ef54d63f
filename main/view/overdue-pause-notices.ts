/** Reports a venue that stays offline after its pause should have ended, so no orders arrive. */
import { CAUSE, noticeId, type SaleView } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Notices } from './notices.ts';

const LOOK_MS = 2_000;

/** Raises an error, so that the tray shows it. It ends once the venue sells or is paused again. */
export function noticeOverduePauses(options: {
  time: Time;
  venueIds: () => readonly string[];
  saleOf: (venueId: string) => SaleView;
  nameOf: (venueId: string) => string;
  notices: Notices;
  onDefect: (error: unknown) => void;
}): () => void {
  const { notices } = options;
  const notified = new Set<string>();
  function look(): void {
    const ids = options.venueIds();
    for (const id of ids) {
      const { pause } = options.saleOf(id);
      const notice = noticeId(CAUSE.offline(id), 'overdue');
      if (pause?.isOverdue) {
        if (notified.has(id)) continue;
        notified.add(id);
        const text = message('sale.pauseEndedOffline', { venue: options.nameOf(id), until: { at: pause.until ?? '' } });
        notices.raise(notice, 'error', text, message('sale.tapOpenAgain'));
      } else if (notified.delete(id)) notices.clear(notice);
    }
  }
  return options.time.every(LOOK_MS, look, options.onDefect);
}
