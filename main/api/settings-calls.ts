/** Settings that belong to no other feature, and the pause of the alarm. */

import type { settingsCalls } from '../../contract/calls/settings.ts';
import { languageFor, type Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { AlarmPause } from '../shift/alarm-pause.ts';
import type { Store } from '../store/store.ts';
import { inTheWayOfTill } from '../till/try-folder.ts';
import type { Time } from '../time/time.ts';
import { DONE, type Handlers, refuse, UNKNOWN_VENUE, withoutUndefined } from './answers.ts';
import type { Connecting } from './connect.ts';
import { hiddenParts, maskedForScreen, wholeAddress } from './masked-settings.ts';

export interface SettingsCallsDeps {
  store: Store;
  time: Pick<Time, 'after'>;
  settings: SettingsKeeper;
  secrets: Secrets;
  connecting: Connecting;
  alarmPause: AlarmPause;
  /** Null where nothing may be written to the database. */
  relay: RelayDoor | null;
  webhookSecretChanged: () => void;
}

/** The relay, as far as somebody at the counter may change it. */
export interface RelayDoor {
  /** Null once it is done. */
  join(address: string, code: string): Promise<Pick<Problem, 'code' | 'says' | 'remedy'> | null>;
  leave(): Promise<void>;
}

export function createSettingsCalls(deps: SettingsCallsDeps): Pick<Handlers, keyof typeof settingsCalls> {
  const { store, settings, secrets } = deps;
  return {
    async 'settings.get'() {
      // Asked first: it says at once when the keychain is locked, where the others wait for it.
      await secrets.clientSecret();
      await deps.connecting.takenUp();
      const clientSecret = await secrets.clientSecret();
      const [production, development] = [await secrets.clientSecretFor('production'), await secrets.clientSecretFor('development')];
      return {
        ok: true,
        value: {
          settings: maskedForScreen(settings.get()),
          hasClientSecret: clientSecret !== null,
          secretsFor: { production: addressesOf(production), development: addressesOf(development) },
          merchantKey: await secrets.merchantKeyState(),
          webhookSecrets: (await secrets.webhookSecrets()).length,
          hasStockKey: (await secrets.stockKey()) !== null,
        },
      };
    },
    'settings.saveDesktop': ({ desktop }) => {
      settings.change((now) => ({ ...now, desktop: { ...now.desktop, ...withoutUndefined(desktop) } }));
      return DONE;
    },
    'screen.prefer': ({ languages }) => {
      const language = languageFor(languages);
      if (language && settings.get().screen.language === null) settings.change((now) => ({ ...now, screen: { ...now.screen, language } }));
      return DONE;
    },
    'settings.saveScreen': ({ screen }) => {
      settings.change((now) => ({ ...now, screen: { ...now.screen, ...withoutUndefined(screen) } }));
      return DONE;
    },
    'settings.saveWork': ({ work }) => {
      if (work.auto_accept?.rules.some(({ venues }) => venues.some((id) => !store.venues.get(id)))) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({ ...now, work: { ...now.work, ...withoutUndefined(work) } }));
      return DONE;
    },
    'settings.saveAlerts': ({ alerts }) => {
      const given = withoutUndefined(alerts);
      const kept = settings.get().alerts.webhook_url;
      if (given.webhook_url !== undefined && given.webhook_url !== null) {
        const address = wholeAddress(given.webhook_url, kept);
        if (address === null) return refuse(hiddenParts('webhook_url'));
        given.webhook_url = address;
      }
      settings.change((now) => ({ ...now, alerts: { ...now.alerts, ...given } }));
      return DONE;
    },
    'sound.pause': ({ minutes }) => {
      deps.alarmPause.pause(minutes);
      return DONE;
    },
    async 'settings.joinRelay'({ address, code, secret }) {
      if (!deps.relay) return refuse(NOT_WRITTEN);
      const problem = await deps.relay.join(address, code);
      if (problem) return refuse({ ...problem, ...(problem.code.startsWith('relay-code-') ? { field: 'code' } : {}) });
      if (secret === null) return DONE;
      await secrets.addWebhookSecret(secret);
      deps.webhookSecretChanged();
      return DONE;
    },
    async 'settings.leaveRelay'() {
      await deps.relay?.leave();
      return DONE;
    },
    async 'settings.saveStock'({ stock }) {
      const isNew = stock.folder !== settings.get().stock.folder;
      settings.change((now) => ({ ...now, stock }));
      return {
        ok: true,
        value: { inTheWay: stock.folder === null ? null : await inTheWayOfTill(deps.time, stock.folder, { isNew, isRead: true }) },
      };
    },
    async 'settings.saveStockKey'({ key }) {
      await secrets.setStockKey(key);
      return DONE;
    },
    async 'settings.savePos'({ pos }) {
      const kept = settings.get().pos;
      const url = pos.kind === 'http' ? wholeAddress(pos.url, kept.kind === 'http' ? kept.url : null) : '';
      if (url === null) return refuse(hiddenParts('url'));
      settings.change((now) => ({ ...now, pos: pos.kind === 'http' ? { ...pos, url } : pos }));
      // Kept all the same: a share that is away now is back tomorrow, and orders wait for it.
      if (pos.kind !== 'hot-folder') return { ok: true, value: { inTheWay: null } };
      const isNew = kept.kind !== 'hot-folder' || kept.folder !== pos.folder;
      return { ok: true, value: { inTheWay: await inTheWayOfTill(deps.time, pos.folder, { isNew }) } };
    },
  };
}

function addressesOf(origins: { auth: string | null; order: string | null } | null): { auth: string; order: string | null } | null {
  return origins?.auth ? { auth: origins.auth, order: origins.order } : null;
}

/** The database is a newer Tillbridge's: staff are told of that already. */
const NOT_WRITTEN = { code: 'read-only', says: message('it-did-not-work'), remedy: message('start-newer-tillbridge-to-change-settings') };
