import { originOf } from '../../../contract/address.ts';
import { message } from '../../../contract/message.ts';
import { stationRefusal } from '../../features/access/station-calls.ts';
import type { Composed } from '../../features/composed.ts';
import { changeMadeBy } from '../../features/staff/note-changes.ts';
import { HANGS_MS } from '../../service/contact.ts';
import { callsOf, type Services } from '../features.ts';
import type { GoOn } from './contact-returned.ts';

export function composedOf(services: Services, goOn: GoOn): Omit<Composed, 'stop'> {
  const { store, settings, vault, secrets, receiver, staff, redirects, customerLogo, sessions, notices, appEvents } = services;
  return {
    refusalOf(name, input, caller) {
      const { paired } = caller;
      const notAllowed = paired?.kind === 'station' ? stationRefusal(paired.station, paired.shows, name, input) : null;
      return notAllowed ?? staff.refusal(name, input, caller);
    },
    by: staff.by,
    left: sessions.end,
    noteCall(name, input, by) {
      const change = settings.get().staff.on ? changeMadeBy(name, input, by) : null;
      if (change !== null) store.write(() => store.staff.noteChange(by.name ?? '', change));
    },
    calls: callsOf(services),
    connectWith: services.redeemer.redeem,
    readOnly: store.readOnly,
    rescue: async () => store.rescue(),
    raiseNotice: notices.raise,
    clearNotice: notices.clear,
    wake() {
      services.retryNow();
      appEvents.emit('wake');
      goOn(HANGS_MS);
    },
    openLink(address) {
      if (redirects.arrived(address)) return;
      notices.raise('link', 'info', message('connect.unrequestedAuthorization'), message('connect.chooseReceiveByLink'));
    },
    logoAt: customerLogo.at,
    tilesOrigin: () => originOf(settings.get().map.tiles_url),
    async withVault(work) {
      const open = await vault.now();
      const [before] = await secrets.webhookSecrets();
      const result = await work(open);
      await secrets.reload();
      const [newest] = await secrets.webhookSecrets();
      if (newest !== before) appEvents.emit('webhookSecret');
      appEvents.emit('vault');
      services.refreshApp();
      return result;
    },
    async receiverUrl() {
      await receiver.settled();
      return receiver.view().url;
    },
  };
}
