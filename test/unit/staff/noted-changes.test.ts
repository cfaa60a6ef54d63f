/** What the manager changes of the menu and of when a venue sells stands in the list of changes, with who did it. */
import { expect, test } from 'vitest';
import { type CallName, calls } from '../../../contract/contract.ts';
import { THE_APP } from '../../../main/features/caller.ts';
import { changeMadeBy } from '../../../main/features/staff/note-changes.ts';

test('every call of the menu and of the opening hours that is the manager’s is noted, but the one that only looks', () => {
  const ofManagers = (Object.keys(calls) as CallName[]).filter(
    (name) => /^(menu|sale|settings\.saveStock)/.test(name) && calls[name].who === 'manager' && name !== 'menu.checkFile',
  );
  expect(ofManagers).toContain('sale.setDeliveryProvider');
  expect(ofManagers.filter((name) => changeMadeBy(name, {}, { ...THE_APP, name: 'Caro' }) !== name)).toEqual([]);
  expect(changeMadeBy('menu.checkFile', {}, { ...THE_APP, name: 'Caro' })).toBeNull();
});
