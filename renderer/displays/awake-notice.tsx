/** Warns that this display may turn off, and names the device setting. */
import { useEffect } from 'react';
import { CAUSE } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { t } from '../words.ts';
import { markRead, useAsksForSetting } from './use-awake.ts';
import '../parts/notices.css';

/** Without a touchscreen to dismiss it, the notice counts as read after this, ms. */
const SHOWN_MS = 10 * 60_000;

export function AwakeNotice() {
  useEffect(() => {
    const timer = setTimeout(markRead, SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="notice" role="status" data-level="info">
      <Icon name="info" />
      <p>
        <strong>{t('awake.cannot')}</strong> {t('awake.setDevice')}
      </p>
      <button type="button" className="button quiet" onClick={markRead}>
        {t('notices.dismiss')}
      </button>
    </div>
  );
}

export function useAwakeLine(): StatusLine[] {
  return useAsksForSetting() ? [{ cause: CAUSE.awake, rank: RANK.info, drawn: <AwakeNotice /> }] : [];
}
