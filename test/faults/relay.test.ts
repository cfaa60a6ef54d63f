/** A relay and its counters in trouble: a short pass, with a fixed seed, of `npm run faults -- relay`, and a shorter one still in `npm test`. */
import { expect, test } from 'vitest';
import { isSweep } from '../setup/sweep.ts';
import { relayInTrouble } from './runs/relay.ts';

test('the relay and its counters are killed in turn: what was answered 200 arrived, nothing is done twice, and trouble is told', async () => {
  const kills = isSweep ? 20 : 6;
  const report = await relayInTrouble({ notifications: 40, kills, rounds: isSweep ? 1 : 0, isPatient: false }, 20261125);
  const { lost, doubled, missing, told } = report;
  expect({ lost, doubled, missing, untold: told.untold }).toEqual({ lost: 0, doubled: 0, missing: [], untold: [] });
  expect(report.kills.relay).toBeGreaterThanOrEqual(kills / 2);
  expect(report.answered).toBeGreaterThan(20);
}, 300_000);
