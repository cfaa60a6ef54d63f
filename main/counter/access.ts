/** Who may change what: with a PIN set, settings, venues and refunds are the manager's; everything else is everybody's. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { AppView, CallName, Problem } from '../../preload/contract.ts';
import type { Secrets } from '../settings/secrets.ts';

export interface Access {
  view(): AppView['access'];
  /** Null when this call may be made now. */
  refusal(name: CallName, input: unknown): Problem | null;
  /** Opens the manager's part for a while. The client secret does too, for a PIN that was forgotten. */
  enter(pin: string): Promise<Problem | null>;
  leave(): void;
  /** Null takes the PIN away. */
  setPin(pin: string | null): Promise<void>;
  stop(): void;
}

const OPEN_FOR_MS = 10 * 60_000;
const LOOK_MS = 1_000;
/** After so many wrong ones in a row, each further try waits. */
const FREE_TRIES = 4;
const WAIT_MS = 30_000;
const MANAGERS = new Set<CallName>([
  'settings.savePrinters',
  'settings.savePos',
  'settings.saveWebhookSecret',
  'settings.saveTemplate',
  'settings.saveDesktop',
  'settings.saveAlerts',
  'printer.learn',
  'venue.connect',
  'venue.rename',
  'venue.setFlavour',
  'venue.setRejectReasons',
  'venue.resetIntegration',
  'access.setPin',
  'settings.saveMerchant',
  'settings.saveDeliveryPickup',
  'settings.saveCouriers',
  'webhooks.create',
  'webhooks.change',
  'webhooks.delete',
  'settings.saveBackup',
  'displays.allow',
  'displays.address',
]);

export function createAccess(options: {
  secrets: Secrets;
  steady: () => number;
  onChange: () => void;
  onDefect: (error: unknown) => void;
}): Access {
  const { secrets, steady } = options;
  let hash: string | null = null;
  let openUntil = 0;
  let wrong = 0;
  let waitUntil = 0;
  // Until the vault is open nobody can prove to be the manager; without a PIN nobody has to.
  secrets.pin().then((kept) => {
    hash = kept;
    options.onChange();
  }, options.onDefect);

  const isManager = (): boolean => hash === null || steady() < openUntil;
  const looking = setInterval(() => {
    if (openUntil === 0 || steady() < openUntil) return;
    openUntil = 0;
    options.onChange();
  }, LOOK_MS);

  return {
    view: () => ({ protected: hash !== null, manager: isManager() }),
    refusal(name, input) {
      if (!isManagers(name, input)) return null;
      if (!isManager())
        return { code: 'manager-only', says: "This needs the manager's PIN.", remedy: 'Enter it under Settings, then try again.' };
      if (hash !== null) openUntil = steady() + OPEN_FOR_MS;
      return null;
    },
    async enter(pin) {
      if (steady() < waitUntil) return { code: 'wait', says: 'Too many wrong PINs.', remedy: 'Wait half a minute, then try again.' };
      if (hash === null) return null;
      const right = matches(pin, hash) || pin === (await secrets.clientSecret());
      if (!right) {
        wrong += 1;
        if (wrong >= FREE_TRIES) waitUntil = steady() + WAIT_MS;
        return {
          code: 'wrong-pin',
          says: 'This PIN is not right.',
          remedy: 'If it was forgotten, enter the client secret of the connection instead.',
        };
      }
      wrong = 0;
      openUntil = steady() + OPEN_FOR_MS;
      options.onChange();
      return null;
    },
    leave() {
      openUntil = 0;
      options.onChange();
    },
    async setPin(pin) {
      const next = pin === null ? null : hashOf(pin, randomBytes(16));
      await secrets.setPin(next);
      hash = next;
      openUntil = next === null ? 0 : steady() + OPEN_FOR_MS;
      options.onChange();
    },
    stop: () => clearInterval(looking),
  };
}

/** Rush mode, and ending auto-accept, are the work of whoever stands at the counter. */
function isManagers(name: CallName, input: unknown): boolean {
  if (name === 'order.operate') return String((input as { operation: { operation: string } }).operation.operation).startsWith('refund-');
  if (name !== 'settings.saveWork') return MANAGERS.has(name);
  const { work } = input as { work: Record<string, unknown> };
  return Object.entries(work).some(([key, value]) => key !== 'rush' && !(key === 'auto_accept' && value === null));
}

function hashOf(pin: string, salt: Buffer): string {
  return `${salt.toString('hex')}:${scryptSync(pin, salt, 32).toString('hex')}`;
}

function matches(pin: string, hash: string): boolean {
  const [salt = '', kept = ''] = hash.split(':');
  return timingSafeEqual(scryptSync(pin, Buffer.from(salt, 'hex'), 32), Buffer.from(kept, 'hex'));
}
