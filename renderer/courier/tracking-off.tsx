/** Says that courier tracking is off until a delivery webhook is set up. */
import { useEffect, useState } from 'react';
import { call } from '../state/link.ts';
import { setUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';

export function TrackingOff() {
  const [isDeaf, setIsDeaf] = useState(false);
  useEffect(() => {
    // Without an answer nothing is shown.
    void call('webhooks.list', {}).then((answer) => setIsDeaf(answer.ok && answer.value.webhooks.every(({ disabled }) => disabled)));
  }, []);
  if (!isDeaf) return null;
  return (
    <p className="courier-kind" role="status">
      {t('courierDesk.trackingOff')}{' '}
      <button type="button" className="button" onClick={() => setUiState({ screen: 'settings' })}>
        {t('nav.settings')}
      </button>
    </p>
  );
}
