import { staffSection } from '../../../contract/contract.ts';
import type { Access } from '../access/access.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createStaffCalls } from './calls.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createStaff, type Staff } from './staff.ts';
import { createStaffSecrets, type StaffSecrets } from './staff-secrets.ts';

interface OwnServices {
  staff: Staff;
  staffSecrets: StaffSecrets;
  sessions: Sessions;
}

export const staff = defineFeature({
  name: 'staff',
  settings: staffSection,
  services({
    settings,
    secrets,
    store,
    time,
    opened,
    refreshApp,
    onVaultDefect,
    access,
  }: Kernel<'settings' | 'secrets' | 'store' | 'time' | 'opened' | 'refreshApp' | 'onVaultDefect'> & { access: Access }): OwnServices {
    const staffSecrets = opened.use(createStaffSecrets({ secrets, store, time, onRead: refreshApp, onUnread: onVaultDefect }));
    const sessions = opened.use(
      createSessions({
        time,
        personOf: (id) => (settings.get().staff.on ? (settings.get().staff.people.find((one) => one.id === id) ?? null) : null),
        forMs: () => settings.get().staff.sign_out_minutes * 60_000,
      }),
    );
    opened.defer(settings.onChange(sessions.follow));
    const stageOf = (orderId: string) => store.orders.get(orderId)?.stage ?? null;
    const isOrder = (id: string) => store.orders.get(id) !== null;
    return { staffSecrets, sessions, staff: createStaff({ settings, access, sessions, secrets: staffSecrets, stageOf, isOrder }) };
  },
  appView: ({ staff }: OwnServices) => ({ staff: staff.view() }),
  calls: createStaffCalls,
});
