import * as v from 'valibot';
import type { Text } from '../message.ts';
import { BackupSettings } from '../settings/settings.ts';
import type { Notice, SettingsPart } from '../views/app.ts';
import type { DiagnosticsView } from '../views/diagnostics.ts';
import { type BlockedBy, type Calls, type Done, JobRef, None, output, topic } from './call.ts';

const GiveUpReason = v.picklist(['done-by-hand', 'not-needed', 'device-gone']);

export type GiveUpReason = v.InferOutput<typeof GiveUpReason>;

export const monitorCalls = {
  'notice.dismiss': { who: 'counter', role: null, input: v.object({ id: v.pipe(v.string(), v.maxLength(300)) }), output: output<Done>() },
  'diagnostics.get': { who: 'counter', role: null, cost: 5, input: None, output: output<DiagnosticsView>() },
  /** Tests everything an order needs, without reaching a customer. Takes up to half a minute. */
  'selfTest.run': {
    who: 'counter',
    role: null,
    cost: 40,
    input: None,
    output: output<{
      steps: {
        id: string;
        name: Text;
        ok: boolean;
        /** Nothing failed, but success isn't confirmed. */
        unsure?: boolean | undefined;
        text: Text;
        hint: Text | null;
        mendedIn: SettingsPart | null;
      }[];
      tookMs: number;
    }>(),
  },
  'settings.saveBackup': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ backup: BackupSettings }),
    output: output<BlockedBy>(),
  },
  /** Backs up the database and answers once the backup is verified. */
  'backup.make': {
    who: 'counter',
    role: null,
    cost: 40,
    input: None,
    output: output<{
      text: Text;
    }>(),
  },
  'job.retry': { who: 'counter', role: 'staff', input: v.object({ id: JobRef }), output: output<Done>() },
  /** Reasons come from a list, so customers' names or numbers aren't saved with them. */
  'job.giveUp': { who: 'counter', role: 'staff', input: v.object({ id: JobRef, reason: GiveUpReason }), output: output<Done>() },
  /** One file for support, without secrets or personal data. */
  'diagnostics.bundle': {
    who: 'counter',
    role: null,
    cost: 40,
    input: None,
    output: output<{
      fileName: string;
      text: string;
    }>(),
  },
} as const satisfies Calls;

export const monitorTopics = { notices: topic<Notice>() };
