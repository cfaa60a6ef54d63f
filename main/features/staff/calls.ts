import type { staffCalls } from '../../../contract/calls/staff.ts';
import { MOST_PEOPLE, type Person, type Problem, type StaffSettings } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Access } from '../access/access.ts';
import { hasManager, NO_MANAGER_LEFT, NO_MANAGER_YET } from '../access/settings-lockout.ts';
import { DONE, type Handlers, refuse, withoutUndefined } from '../answers.ts';
import type { Kernel } from '../context.ts';
import type { Sessions } from './sessions.ts';
import type { Staff } from './staff.ts';
import type { StaffSecrets } from './staff-secrets.ts';

const SHOWN = 30;

export function createStaffCalls(
  deps: Kernel<'settings' | 'store'> & { access: Access; staff: Staff; staffSecrets: StaffSecrets; sessions: Sessions },
): Pick<Handlers, keyof typeof staffCalls> {
  const { settings, store, sessions, staffSecrets } = deps;
  const people = (): readonly Person[] => settings.get().staff.people;
  const keep = (change: Partial<StaffSettings>): void => settings.change((now) => ({ ...now, staff: { ...now.staff, ...change } }));
  const answer = (problem: Problem | null) => (problem ? refuse(problem) : DONE);

  function isClosedToAll(next: readonly Person[]): boolean {
    return !deps.access.hasPin() && !hasManager(next);
  }

  return {
    'staff.signIn': async ({ id, pin }, by) => answer(await deps.staff.signIn(by?.screen ?? null, id, pin)),
    'staff.scan': async ({ code }, by) => answer(await deps.staff.scan(by?.screen ?? null, code)),
    'staff.signOut': (_, by) => {
      if (by?.screen) sessions.end(by.screen);
      return DONE;
    },
    'staff.here': (_, by) => {
      if (by?.screen) sessions.seen(by.screen);
      return DONE;
    },
    async 'staff.save'({ id, name, role, pin, badge }, by) {
      const before = people().find((one) => one.id === id);
      if (!before && people().length >= MOST_PEOPLE) return refuse({ code: 'bad-input', text: message('staff.listFull') });
      if (people().some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase()))
        return refuse({ code: 'bad-input', field: 'name', text: message('staff.nameTaken') });
      const has = (what: 'pin' | 'badge', given: string | null | undefined): boolean =>
        given === undefined ? (before?.[what] ?? false) : given !== null;
      const person: Person = { id, name, role, pin: has('pin', pin), badge: has('badge', badge) };
      // A name without PIN or badge would make anyone a manager.
      if (role === 'manager' && !person.pin && !person.badge) return refuse(MANAGERS_NEED_ONE);
      const next = before ? people().map((one) => (one.id === id ? person : one)) : [...people(), person];
      if (settings.get().staff.on && isClosedToAll(next)) return refuse({ ...NO_MANAGER_LEFT, field: 'role' });
      settings.mayChange((now) => ({ ...now, staff: { ...now.staff, people: next } }));
      // The vault entry alone decides whether sign-in needs a PIN or badge.
      const problem = await staffSecrets.set(id, { pin, badge });
      if (problem) return refuse(problem);
      keep({
        people: people().some((one) => one.id === id) ? people().map((one) => (one.id === id ? person : one)) : [...people(), person],
      });
      if (pin !== undefined || badge !== undefined) sessions.endOf(id, by?.screen ?? null);
      return DONE;
    },
    async 'staff.remove'({ id }) {
      const next = people().filter((one) => one.id !== id);
      if (settings.get().staff.on && isClosedToAll(next)) return refuse(NO_MANAGER_LEFT);
      keep({ people: next });
      store.write(() => store.staff.forget(id));
      return answer(await staffSecrets.set(id, { pin: null, badge: null }));
    },
    'settings.saveStaff': ({ staff }) => {
      if (staff.on === true && isClosedToAll(people())) return refuse(NO_MANAGER_YET);
      keep(withoutUndefined(staff));
      return DONE;
    },
    'staff.changes': () => ({
      ok: true,
      value: { changes: store.staff.lastChanges(SHOWN).map(({ at, who, what }) => ({ at: new Date(at).toISOString(), who, what })) },
    }),
  };
}

const MANAGERS_NEED_ONE: Problem = { code: 'bad-input', field: 'pin', text: message('staff.managerNeedsPin') };
