/**
 * Features open in order: each gets the kernel and the services of earlier ones. A wrong order doesn't compile; `npm run check` fails if an
 * error expected here is missing.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sections } from '../../../contract/contract.ts';
import { features } from '../../../main/app/features.ts';
import { access } from '../../../main/features/access/feature.ts';
import type { Context } from '../../../main/features/context.ts';
import { defineFeature, featuresOn } from '../../../main/features/feature.ts';
import { staff } from '../../../main/features/staff/feature.ts';

interface Kernel {
  log: string[];
}

const salt = defineFeature({
  name: 'salt',
  services({ log }: Kernel) {
    log.push('salt opens');
    return { grains: 3 };
  },
  start: ({ log, grains }: Kernel & { grains: number }) => void log.push(`${grains} grains`),
});
const soup = defineFeature({
  name: 'soup',
  services({ log, grains }: Kernel & { grains: number }) {
    log.push('soup opens');
    return { taste: grains * 2 };
  },
  jobs: ({ log, taste }: Kernel & { taste: number }) => {
    log.push(`taste ${taste}`);
    return [];
  },
});
const salad = defineFeature({ name: 'salad', start: ({ grains }: { grains: number }) => void grains });

test('each feature gets the services of earlier features, and its own', () => {
  const log: string[] = [];
  const meal = featuresOn<Kernel>().add(salt).add(soup).add(salad);
  const given = meal.open({ log });
  expect(given).toEqual({ log, grains: 3, taste: 6 });
  meal.jobs(given);
  meal.start(given);
  expect(log).toEqual(['salt opens', 'soup opens', 'taste 6', '3 grains']);
});

test("a service of a later feature is missing and doesn't compile", () => {
  const log: string[] = [];
  // @ts-expect-error `grains` is salt's, which opens later.
  const meal = featuresOn<Kernel>().add(soup).add(salt);
  expect(meal.open({ log })).toMatchObject({ taste: Number.NaN });
  // @ts-expect-error No feature provides `grains`.
  featuresOn<Kernel>().add(salad);
  // @ts-expect-error `staff` asks for the manager's PIN, so it comes after `access`.
  featuresOn<Context>().add(staff).add(access);
  featuresOn<Context>().add(access).add(staff);
});

test('a feature has the name of its folder', () => {
  const folders = readdirSync('main/features', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(features.list.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test('each section of the settings belongs to a feature', () => {
  const own = features.list.flatMap(({ settings = [] }) => settings);
  expect(own).toHaveLength(Object.keys(sections).length);
  for (const section of Object.values(sections)) expect(own).toContain(section);
});
