import type { shiftCalls } from '../../../contract/calls/shift.ts';
import type { AlarmPause } from '../../shift/alarm-pause.ts';
import { DONE, type Handlers, refuse, UNKNOWN_VENUE, withoutUndefined } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { hiddenParts, unmaskedAddress } from '../masked-settings.ts';

export function createShiftCalls({
  store,
  settings,
  alarmPause,
}: Kernel<'store' | 'settings'> & { alarmPause: AlarmPause }): Pick<Handlers, keyof typeof shiftCalls> {
  return {
    'settings.saveWork': ({ work }) => {
      if (work.auto_accept?.rules.some(({ venues }) => venues.some((id) => !store.venues.get(id)))) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({ ...now, work: { ...now.work, ...withoutUndefined(work) } }));
      return DONE;
    },
    'settings.saveAlerts': ({ alerts }) => {
      const given = withoutUndefined(alerts);
      const kept = settings.get().alerts.webhook_url;
      if (given.webhook_url !== undefined && given.webhook_url !== null) {
        const address = unmaskedAddress(given.webhook_url, kept);
        if (address === null) return refuse(hiddenParts('webhook_url'));
        given.webhook_url = address;
      }
      settings.change((now) => ({ ...now, alerts: { ...now.alerts, ...given } }));
      return DONE;
    },
    'sound.pause': ({ minutes }) => {
      alarmPause.pause(minutes);
      return DONE;
    },
  };
}
