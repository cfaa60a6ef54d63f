/** Thousands of orders through one process: memory and open files stay stable. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../main/demo/venue.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { heapInUse, inspectable } from '../attacks/watch/heap-in-use.ts';
import { chanceOf } from '../seeded.ts';
import { openVenueProcess } from '../venue-process.ts';
import { problemIf, problemsOf, type RunOutcome } from './outcome.ts';

const AT_ONCE = 10;

export async function longRun(orders: number, seed: number, say: (line: string) => void = () => undefined): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  await using app = await openVenueProcess({ sandbox: { logEntries: orders * 100 } });
  const memory: number[] = [];
  const files: number[] = [];
  const database: number[] = [];
  const inspector = await freePort();
  const measure = async (): Promise<void> => {
    // Without the WAL file, which is emptied now and then.
    database.push(statSync(join(app.venue.dataDir, 'tillbridge.sqlite')).size);
    memory.push(await heapInUse(app.pid(), inspector));
    files.push(readdirSync(`/proc/${app.pid()}/fd`).length);
  };
  await app.switchOn([], inspectable(inspector));
  await measure();
  for (let done = 0; done < orders; done += AT_ONCE) {
    const ids = await Promise.all(
      Array.from({ length: AT_ONCE }, () => app.place(chance.pick(['takeaway', 'instant', 'self-delivery']), { cash_payment: null })),
    );
    const isOver = async (id: string) => {
      const { state, sent_to_pos: reports } = await app.venue.atService(id);
      return state === 'delivered' && reports.length > 0;
    };
    for (const id of ids) await until(`order ${id} to end`, () => isOver(id), 60_000);
    if (done + AT_ONCE === Math.ceil(orders / 10 / AT_ONCE) * AT_ONCE) await measure();
    if ((done + AT_ONCE) % 1_000 === 0) say(`${done + AT_ONCE} orders`);
  }
  const accounted = await app.account(60_000);
  await measure();
  const { account } = accounted;
  const [empty = 0, tenth = 0, end = 0] = database;
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  const [actual, computed] = [megabytes(end), megabytes(empty + (tenth - empty) * 10)];
  // After a tenth of the orders, and at the end.
  const [, memoryThen = 0, memoryNow = 0] = memory;
  const [, filesThen = 0, filesNow = 0] = files;
  return {
    figures:
      `${orders} orders, lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s; ` +
      `memory ${memoryThen} to ${memoryNow} MB, open files ${filesThen} to ${filesNow}, database ${actual} MB, computed ${computed} MB`,
    problems: [
      ...problemsOf(accounted),
      ...problemIf(account.lost > 0, `${account.lost} orders were lost`),
      ...problemIf(memoryNow > memoryThen * 1.2, `memory grew from ${memoryThen} to ${memoryNow} MB`),
      ...problemIf(Math.abs(actual / computed - 1) > 0.15, `the database has ${actual} MB, not ${computed}`),
      ...problemIf(filesNow > filesThen + 10, `open files grew from ${filesThen} to ${filesNow}`),
    ],
  };
}
