/** The settings torn, emptied, deleted or overwritten, with their copies, and killed while they are saved: does the venue still have its printers and its port, and is it told. */
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallOutput } from '../../../../contract/contract.ts';
import { english } from '../../../../contract/english.ts';
import { until } from '../../../e2e/venue/venue.ts';
import type { Chance } from '../../seeded.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { comesUp } from '../watch/comes-up.ts';
import { type CounterView, viewCounter } from '../watch/counter-view.ts';

type Held = CallOutput<'settings.get'>['settings'];

const FILE = 'settings.json';
const LAST_GOOD = 'settings.last-good.json';
const STAYS_DOWN = 'the app did not come up any more';
const TOLD = /settings file of this computer/;

/** What is done to one file. Each leaves something that cannot be read, or nothing. */
const DAMAGES: Record<string, (file: string, chance: Chance) => void> = {
  torn: (file, chance) => truncateSync(file, 1 + chance.below(readFileSync(file).length - 3)),
  emptied: (file) => truncateSync(file, 0),
  zeroed: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
  'zeroed from somewhere on': (file, chance) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, 1 + chance.below(bytes.length - 3)));
  },
  'of another program': (file) => writeFileSync(file, '{ "theme": "dark" }'),
  'no text': (file, chance) => writeFileSync(file, Buffer.from(Array.from({ length: 400 }, () => chance.below(256)))),
  deleted: (file) => rmSync(file),
};
/** Which of the files: where the last good copy goes as well, the older one beside the backups is what is left. */
const REACHES = { 'the file': [FILE], 'the file and its copy': [FILE, LAST_GOOD] };

export const tornSettings: Attack = {
  wants: 'Settings that are torn, emptied or deleted leave a venue without its printers or its port, or nobody is told',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const total = tries(150);
    const rounds: Record<string, number> = {};
    const app = await openVenueProcess({ robot: false });
    try {
      let held = await changed(app, 0);
      for (let round = 1; round <= total; round += 1) {
        const killed = round % 3 === 0;
        const name = killed ? 'killed while they are saved' : chance.pick(Object.keys(DAMAGES));
        rounds[name] = (rounds[name] ?? 0) + 1;
        const found = await (killed
          ? killedWhileSaving(app, chance, held)
          : damaged(app, chance, name, chance.pick(Object.values(REACHES)), held)
        ).catch((error: unknown) => [String(error)]);
        reached.push(...found.map((what) => `round ${round}, ${name}: ${what}`));
        if (found.some((what) => what.includes(STAYS_DOWN))) break;
        held = await changed(app, round);
        if (round % 25 === 0) say(`${round} rounds, reached ${reached.length}`);
      }
    } finally {
      await app.close();
    }
    return { tried: total, reached, figures: JSON.stringify(rounds) };
  },
};

/** A change that is answered, in a backup as well; then the app is switched off without a word. */
async function changed(app: VenueProcess, round: number): Promise<Held> {
  const view = await cameUp(app);
  const answer = await view.call('settings.saveWork', { work: { undo_seconds: round % 15 } });
  if (!answer.ok) throw new Error(english(answer.problem.says));
  await view.call('backup.make', {});
  const held = await settingsOf(view);
  view.close();
  await app.switchOff();
  return held;
}

async function damaged(app: VenueProcess, chance: Chance, how: string, files: readonly string[], held: Held): Promise<string[]> {
  const { dataDir } = app.venue;
  const found: string[] = [];
  const harmed = files.map((name) => join(dataDir, name)).filter((file) => existsSync(file));
  for (const file of harmed) DAMAGES[how]?.(file, chance);
  const left = how === 'deleted' ? null : readFileSync(join(dataDir, FILE));
  const kept = new Set(asides(dataDir));
  const view = await cameUp(app);
  if (!same(await settingsOf(view), held)) found.push('the app has other settings than were saved last');
  await until('the message', () => view.notices().some((says) => TOLD.test(says)), 5_000).catch(() =>
    found.push(`it was not told; the counter said ${JSON.stringify(view.notices())}`),
  );
  const aside = asides(dataDir).filter((name) => !kept.has(name));
  if (left !== null && !aside.some((name) => readFileSync(join(dataDir, name)).equals(left)))
    found.push('what was found in the place of the settings is not kept');
  await view.call('notice.dismiss', { id: 'settings' });
  await orderComesThrough(app, view).catch((error: unknown) => found.push(String(error)));
  view.close();
  await app.switchOff();
  return found;
}

async function killedWhileSaving(app: VenueProcess, chance: Chance, held: Held): Promise<string[]> {
  const found: string[] = [];
  const view = await cameUp(app);
  const asked: number[] = [held.work.undo_seconds];
  let answered = 0;
  for (let count = 0; count < 5; count += 1) {
    asked.push(chance.below(15));
    void view.call('settings.saveWork', { work: { undo_seconds: asked.at(-1) } }).then(
      ({ ok }) => {
        if (ok) answered += 1;
      },
      () => undefined,
    );
  }
  await wait(chance.below(40));
  await app.switchOff();
  view.close();
  const again = await cameUp(app);
  const now = await settingsOf(again);
  // One after the other: what was answered holds, and of the rest each may have come to the disk before its answer.
  if (!asked.slice(answered).includes(now.work.undo_seconds))
    found.push(`${answered} of 5 changes were answered and ${now.work.undo_seconds} holds, of ${asked.join(', ')}`);
  if (!same({ ...now, work: held.work }, held)) found.push('other settings than the changed one are not as they were');
  if (again.notices().some((says) => TOLD.test(says))) found.push('a whole file was taken for a damaged one');
  again.close();
  await app.switchOff();
  return found;
}

/** Throws where there is no counter in time. */
async function cameUp(app: VenueProcess): Promise<CounterView> {
  if (!(await comesUp(app))) throw new Error(STAYS_DOWN);
  const view = await viewCounter(app.counterUrl());
  // Read to its end.
  await view.call('diagnostics.get', {});
  return view;
}

async function settingsOf(view: CounterView): Promise<Held> {
  const answer = await view.call('settings.get', {});
  if (!answer.ok) throw new Error(english(answer.problem.says));
  return answer.value.settings;
}

/** By the port of these settings, and on their printer. */
async function orderComesThrough(app: VenueProcess, view: CounterView): Promise<void> {
  const id = await app.place('takeaway');
  await until('the order on the board', () => view.state().orders[id] !== undefined, 15_000);
  const accepted = await view.call('order.accept', { orderId: id, extraMinutes: 0 });
  if (!accepted.ok) throw new Error(english(accepted.problem.says));
}

function asides(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith(`${FILE}.damaged-`));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
