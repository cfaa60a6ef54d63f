/** The manager's changes of menu and opening hours are recorded with their author. */
import { expect, test } from 'vitest';
import { type CallName, calls } from '../../../contract/contract.ts';
import { BY_APP } from '../../../main/features/caller.ts';
import { changeMadeBy } from '../../../main/features/staff/note-changes.ts';

test("every manager's call on menu or hours is recorded, except read-only ones", () => {
  const ofManagers = (Object.keys(calls) as CallName[]).filter(
    (name) => /^(menu|sale|settings\.saveStock)/.test(name) && calls[name].who === 'manager' && name !== 'menu.checkFile',
  );
  expect(ofManagers).toContain('sale.setDeliveryProvider');
  expect(ofManagers.filter((name) => changeMadeBy(name, {}, { ...BY_APP, name: 'Caro' }) !== name)).toEqual([]);
  expect(changeMadeBy('menu.checkFile', {}, { ...BY_APP, name: 'Caro' })).toBeNull();
});
