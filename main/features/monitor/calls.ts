import type { monitorCalls } from '../../../contract/calls/monitor.ts';
import type { GiveUpReason } from '../../../contract/contract.ts';
import { type Message, message } from '../../../contract/message.ts';
import { sendTestNotification } from '../../intake/webhook/self-test-notification.ts';
import { diagnostics, kindLabel } from '../../monitor/diagnostics.ts';
import { runSelfTest } from '../../monitor/self-test.ts';
import type { PrinterService } from '../../printing/spool/printer-service.ts';
import { makeBackup, notWritten } from '../../view/backup-notices.ts';
import { DONE, type Handlers, refuse } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { makeSupportFile } from '../support-file.ts';

const NOT_IN_QUEUE = { code: 'not-in-queue', text: message('text.inProgressOrOver'), hint: message('text.checkAgainSoon') };
const GIVE_UP_REASON: Record<GiveUpReason, Message> = {
  'done-by-hand': message('job.doneManually'),
  'not-needed': message('job.noLongerNeeded'),
  'device-gone': message('job.targetGone'),
};

export function createMonitorCalls(
  deps: Kernel<
    | 'store'
    | 'time'
    | 'settings'
    | 'currencyDigits'
    | 'secrets'
    | 'feed'
    | 'notices'
    | 'addresses'
    | 'dataDir'
    | 'crashFolder'
    | 'version'
    | 'tablets'
  > & {
    printerService: PrinterService;
  },
): Pick<Handlers, keyof typeof monitorCalls> {
  const { store, time, settings, currencyDigits, secrets, feed, notices } = deps;
  let underTest: ReturnType<typeof runSelfTest> | null = null;

  return {
    'notice.dismiss': ({ id }) => {
      notices.dismiss(id);
      return DONE;
    },
    async 'selfTest.run'() {
      // The self-test prints on every printer, so callers share one run.
      underTest ??= runSelfTest({
        ...deps,
        settings: settings.get(),
        sendNotification: (...sent) => sendTestNotification(time, ...sent),
        webhookSecrets: secrets.webhookSecrets,
        askAddresses: deps.addresses.ask,
        hasClientSecret: async () => (await secrets.clientSecret()) !== null,
        tablets: () => deps.tablets?.() ?? [],
        time,
      }).finally(() => {
        underTest = null;
      });
      return { ok: true, value: await underTest };
    },
    async 'settings.saveBackup'({ backup }) {
      settings.change((now) => ({ ...now, backup }));
      // Saved even if the disk is disconnected now.
      const why = backup.folder === null ? null : await store.backups.tryOutside(backup.folder);
      return { ok: true, value: { blockedBy: why && notWritten(why) } };
    },
    'backup.make': () => makeBackup(store),
    'diagnostics.get': () => ({ ok: true, value: diagnostics({ store, feed, clock: time.service, currencyDigits }) }),
    'diagnostics.bundle': async () => ({ ok: true, value: await makeSupportFile(deps) }),
    'job.retry': ({ id }) => (store.write(() => store.queue.tryNow(id)) ? DONE : refuse(NOT_IN_QUEUE)),
    'job.giveUp': ({ id, reason }, by) => {
      const given = store.write(() => {
        const job = store.queue.giveUp(id, message('job.givenUpBecause', { reason: GIVE_UP_REASON[reason] }));
        if (job?.orderId)
          store.journal.append(
            job.orderId,
            { kind: 'given-up', text: message('job.becauseOf', { what: kindLabel(job.kind), why: GIVE_UP_REASON[reason] }) },
            by?.name,
          );
        return job;
      });
      return given ? DONE : refuse(NOT_IN_QUEUE);
    },
  };
}
