/** Optional staff sign-in: who is signed in where, and who may make which call. */
import { type AppView, type CallName, calls, type Person, type Problem, type Role } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Stage } from '../../orders/stage.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { Access } from '../access/access.ts';
import type { By, Caller, SignedInScreen } from '../caller.ts';
import { isManagers } from '../managers-calls.ts';
import { mayAct, roleFor } from './role-for.ts';
import type { Sessions } from './sessions.ts';
import type { StaffSecrets } from './staff-secrets.ts';

export interface Staff {
  view(): AppView['staff'];
  refusal(name: CallName, input: unknown, caller: Caller): Problem | null;
  by(caller: Caller): By;
  /** Null on success. Throws StorageTrouble. */
  signIn(screen: SignedInScreen | null, id: string, pin: string | null): Promise<Problem | null>;
  scan(screen: SignedInScreen | null, code: string): Promise<Problem | null>;
}

export function createStaff(deps: {
  settings: Pick<SettingsKeeper, 'get'>;
  access: Pick<Access, 'refusal'>;
  sessions: Sessions;
  secrets: StaffSecrets;
  stageOf: (orderId: string) => Stage | null;
  /** Whether a scanned code is an order's, not a badge. */
  isOrder: (id: string) => boolean;
}): Staff {
  const { sessions, secrets } = deps;
  const staff = () => deps.settings.get().staff;
  const personOf = (id: string): Person | null => staff().people.find((one) => one.id === id) ?? null;
  const at = ({ screen }: Caller): Person | null => (staff().on && screen ? sessions.at(screen) : null);

  /** A PIN in the vault protects, whatever the settings say. */
  function asksOf({ id, pin, badge }: Person): 'nothing' | 'pin' | 'badge' {
    if (pin || secrets.has(id, 'pin')) return 'pin';
    return badge || secrets.has(id, 'badge') ? 'badge' : 'nothing';
  }

  function whoMay(needed: Role): Problem {
    const names = staff().people.flatMap(({ name, role }) => (mayAct(role, needed) ? [name] : []));
    return {
      code: 'role',
      text: needed === 'manager' ? message('staff.managerOnly') : message('staff.shiftLeadOnly'),
      hint: names.length > 0 ? message('staff.whoMay', { names: names.join(', ') }) : message('access.enterPinOrSecret'),
    };
  }

  function begin(screen: SignedInScreen, id: string): Problem | null {
    // The list or setting changed during the PIN check.
    if (!staff().on || !personOf(id)) return GONE;
    sessions.begin(screen, id);
    return null;
  }

  return {
    view() {
      const { on, people } = staff();
      return on ? people.map((one) => ({ id: one.id, name: one.name, role: one.role, asks: asksOf(one) })) : null;
    },
    refusal(name, input, caller) {
      const prolongs = caller.paired === null;
      if (!staff().on) return deps.access.refusal(name, input, prolongs);
      // The display's connection decides which orders and fields it may use.
      if (caller.paired?.kind === 'display' && calls[name].who === 'kitchen') return null;
      const needed = roleFor(name, input, deps.stageOf);
      if (needed === null) return null;
      const person = at(caller);
      if (person && mayAct(person.role, needed)) {
        if (caller.screen) sessions.seen(caller.screen);
        return null;
      }
      // The manager's PIN opens manager calls, but work on an order needs a name.
      const isOpen = isManagers(name, input) && (person !== null || calls[name].who === 'manager');
      if (isOpen && deps.access.refusal(name, input, prolongs) === null) return null;
      return person ? whoMay(needed) : NOT_SIGNED_IN;
    },
    by(caller) {
      const person = at(caller)?.name ?? null;
      const { paired } = caller;
      if (paired?.kind === 'station') return { ...caller, name: person === null ? paired.name : `${person} (${paired.name})` };
      return { ...caller, name: staff().on ? (paired?.name ?? person) : null };
    },
    async signIn(screen, id, pin) {
      const person = staff().on ? personOf(id) : null;
      if (!screen || !person) return GONE;
      const asks = asksOf(person);
      if (asks === 'badge') return SCAN_IT;
      if (asks === 'pin') {
        if (pin === null) return ENTER_IT;
        const problem = await secrets.tryPin(id, pin);
        if (problem) return problem;
      }
      return begin(screen, id);
    },
    async scan(screen, code) {
      if (!screen || !staff().on) return GONE;
      if (deps.isOrder(code.replace(/p\d{1,3}$/, '')) || deps.isOrder(code)) return NO_BADGE;
      const found = await secrets.tryBadge(code);
      return typeof found === 'string' ? begin(screen, found) : found;
    },
  };
}

const NOT_SIGNED_IN: Problem = {
  code: 'nobody-signed-in',
  text: message('staff.notSignedIn'),
  hint: message('staff.chooseName'),
};
const GONE: Problem = { code: 'not-on-list', text: message('staff.nameGone') };
const ENTER_IT: Problem = { code: 'pin-wanted', field: 'pin', text: message('staff.enterPin') };
const SCAN_IT: Problem = { code: 'badge-wanted', text: message('staff.scanBadge') };
const NO_BADGE: Problem = { code: 'unknown-badge', text: message('badge.orderPrintout') };
