/** In training, menu, pause and hours work, but only at the practice service. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CallInput, type CallName, type CallOutput, menuIn, type Snapshot } from '../../../contract/contract.ts';
import { startApp } from '../../../main/app/app.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { testFolder } from '../../setup/parts.ts';
import { until } from '../venue/venue.ts';

const PIZZA = { kind: 'item', by: 'external_id', id: 'POS-1001' } as const;
const WEEK = [{ opening_day: 'MONDAY', opening_time: '10:00', closing_day: 'MONDAY', closing_time: '20:00' }];

test('in training, sold out, a pause and new hours reach the practice service, and never the real one', async () => {
  const dataDir = testFolder();
  const real = await startSandbox({ port: 0 });
  const { auth_url, order_base_url, delivery_base_url, client_id } = real;
  const service = { environment: 'development', auth_url, order_base_url, delivery_base_url, client_id };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ service, receiver: { port: 0 }, counter: { port: 0 } }));
  const app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  onTestFinished(async () => {
    await app.close();
    await real.close();
  });
  let held: Snapshot | null = null;
  app.watch((push) => {
    held = applyPush(held, push).held;
  });
  const venues = () => Object.values(held?.state.venues ?? {});
  const ask = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const answer = await app.call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.code}`);
    return answer.value as CallOutput<N>;
  };

  await ask('training.start', {});
  const { id: venueId } = await until('the practice venue', () => venues().find(({ state }) => state === 'connected'));
  await ask('menu.setKind', { venueId, sells: 'restaurant' });
  const pizza = async () => {
    const menu = await ask('menu.get', { venueId, language: 'en' });
    return menu.text === null ? undefined : (await menuIn(menu)).items.find(({ what }) => what?.id === PIZZA.id);
  };
  await until('the menu', pizza);
  await ask('menu.soldOut', { venueId, what: [PIZZA], end: { until: 'changed' } });
  await ask('sale.pause', { venueId, end: { until: 'minutes', minutes: 30 }, reason: '' });
  await ask('sale.setWeek', { venueId, week: WEEK });
  const isTaken = (state: string | undefined) => state === 'sent' || state === 'seen';
  await until('the item to be taken', async () => isTaken((await pizza())?.pending?.state));
  await until('the pause to be seen', () => venues()[0]?.sale?.pause?.pending.state === 'seen');
  await until('the hours to be taken', async () => isTaken((await ask('sale.hours', { venueId })).weekPending?.state));

  await ask('training.leave', {});
  await until('no venue', () => venues().length === 0);
  await expect(ask('menu.soldOut', { venueId, what: [PIZZA], end: { until: 'changed' } })).rejects.toThrow('unknown-venue');
  const { entries } = (await (await fetch(`${real.control_url}/log`)).json()) as { entries: { kind: string }[] };
  expect(entries.filter(({ kind }) => kind === 'request')).toEqual([]);
});
