/** Somebody at the counter wants to do something under another's name: by trying PINs, many at once and over kills, and by what his page says of itself. */
import type { CallName } from '../../../../contract/contract.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Outcome } from '../attack.ts';
import { type CounterView, viewCounter } from '../watch/counter-view.ts';

/** So many cost nothing, and one more may come due while the attack lasts. */
const MAY_BE_LOOKED_AT = 6;
const ORDER = { orderId: '0123456789abcdef01234567' };
const BADGE = 'badge-of-caro-0815';
/** What a page may claim beside what a call is given. */
const CLAIMS = {
  by: 'Caro',
  who: 'caro',
  name: 'Caro',
  person: { id: 'caro', role: 'manager' },
  display: 'Kitchen',
  screen: 1,
  role: 'manager',
};
const WORK: readonly [CallName, object][] = [
  ['order.accept', { ...ORDER, extraMinutes: 0 }],
  ['order.ready', ORDER],
  ['order.undo', ORDER],
  ['order.reject', { ...ORDER, reason: 'x', code: 'GENERIC' }],
  ['print.again', { ...ORDER, document: 'kitchen-ticket', part: null, printerId: null }],
  ['settings.saveWork', { work: { rush: null } }],
];
const THE_MANAGERS: readonly [CallName, object][] = [
  ['settings.get', {}],
  ['settings.saveStaff', { staff: { on: false } }],
  ['staff.save', { id: 'ana', name: 'Ana', role: 'manager', pin: '1111' }],
  ['staff.remove', { id: 'caro' }],
  ['staff.changes', {}],
  ['access.setPin', { pin: null }],
  [
    'order.operate',
    { ...ORDER, requestId: 'a-request-of-mine', operation: { operation: 'refund-basket', amount: 50, reason: 'x', vat: 0 } },
  ],
];

export const anotherName: Attack = {
  wants: 'Somebody does something under the name of another, finds a PIN by trying, or keeps the others from signing in',
  async run({ chance, tries, say }): Promise<Outcome> {
    const reached: string[] = [];
    let tried = 0;
    let judged = 0;
    const right = String(3_000 + chance.below(6_000));
    const app = await openVenueProcess({ robot: false });
    const guess = () => String(10_000 + chance.below(10_000)).slice(1);
    const attempt = async (screen: CounterView | undefined, pin: string): Promise<void> => {
      tried += 1;
      const answer = await screen?.call('staff.signIn', { id: 'ben', pin }).catch(() => null);
      if (answer?.ok) reached.push(`the PIN was found after ${judged} that were looked at`);
      else if (answer?.problem.code === 'wrong-pin') judged += 1;
    };
    /** Each must be refused there, in these words for programs. */
    const refused = async (screen: CounterView | undefined, code: string, asked: readonly [CallName, object][]): Promise<void> => {
      for (const [name, input] of asked) {
        tried += 1;
        const answer = await screen?.call(name, { ...input, ...CLAIMS, ...('id' in input ? { id: input.id, name: 'Ana' } : {}) } as never);
        if (answer?.ok || answer?.problem.code !== code) reached.push(`${name}: ${answer?.ok ? 'done' : answer?.problem.code}`);
      }
    };
    try {
      await app.switchOn();
      const [manager] = await dial(app, 1);
      await manager?.call('staff.save', { id: 'ana', name: 'Ana', role: 'staff' });
      await manager?.call('staff.save', { id: 'ben', name: 'Ben', role: 'shift-lead', pin: right });
      await manager?.call('staff.save', { id: 'caro', name: 'Caro', role: 'manager', badge: BADGE });
      const isOn = await manager?.call('settings.saveStaff', { staff: { on: true } });
      if (!isOn?.ok) throw new Error('It was not switched on.');
      await app.switchOff();

      await app.switchOn();
      let screens = await dial(app, 5);
      await refused(screens[0], 'nobody-signed-in', [...WORK, ...THE_MANAGERS]);
      for (let left = Math.max(tries(5_000), 100); left > 0; left -= 100)
        await Promise.all(
          Array.from({ length: Math.min(left, 100) }, (_, place) => attempt(screens[place % 4], place === 70 ? right : guess())),
        );
      say(`${tried} tries, ${judged} looked at`);
      // Whoever is tried keeps nobody else out; and one who signed in is nobody at another's page.
      const ana = await screens[4]?.call('staff.signIn', { id: 'ana', pin: null });
      if (!ana?.ok) reached.push('Ana could not sign in meanwhile');
      await refused(screens[0], 'nobody-signed-in', WORK);
      await refused(screens[4], 'role', THE_MANAGERS);
      for (const id of ['caro', 'ben', 'nobody']) {
        tried += 1;
        const answer = await screens[4]?.call('staff.signIn', { id, pin: null });
        if (answer?.ok) reached.push(`signed in as ${id} for a touch`);
      }

      // The power goes between a try and its answer; whoever was signed in is not any more.
      for (let kills = 0; kills < Math.max(tries(20), 2); kills += 1) {
        tried += 1;
        const answer = screens[0]?.call('staff.signIn', { id: 'ben', pin: guess() }).catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, chance.below(40)));
        await app.switchOff();
        const said = await answer;
        if (said && !said.ok && said.problem.code === 'wrong-pin') judged += 1;
        await app.switchOn();
        screens = await dial(app, 1);
        await refused(screens[0], 'nobody-signed-in', WORK.slice(0, 1));
        await attempt(screens[0], guess());
      }
      // A guess that was right but had to wait would look like a wrong one: the right one must be refused as well.
      await attempt(screens[0], right);
      if (judged > MAY_BE_LOOKED_AT) reached.push(`${judged} PINs were looked at`);
      const caro = await screens[0]?.call('staff.scan', { code: BADGE });
      if (!caro?.ok) reached.push('Caro could not sign in by badge');
    } finally {
      await app.close();
    }
    return { tried, reached: [...new Set(reached)], figures: `${judged} PINs looked at` };
  },
};

/** So many pages, each let in by a code of its own. */
async function dial(app: VenueProcess, count: number): Promise<CounterView[]> {
  const first = await viewCounter(app.counterUrl());
  const screens = [first];
  while (screens.length < count) {
    const wayIn = await first.call('counter.wayIn', {});
    if (!wayIn.ok) throw new Error('No other page was let in.');
    screens.push(await viewCounter(`${new URL(app.counterUrl()).origin}/#${wayIn.value.code}`));
  }
  return screens;
}
