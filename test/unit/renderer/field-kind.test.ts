/** Settings fields derive their kind and limits from the schema. */
import { expect, test } from 'vitest';
import { fieldKind } from '../../../renderer/settings/schema/field-kind.ts';

test('a field has the kind and the limits of its setting', () => {
  expect(fieldKind('desktop', 'kiosk')).toEqual({ kind: 'switch' });
  expect(fieldKind('screen', 'theme')).toEqual({ kind: 'choice', options: ['system', 'light', 'dark'] });
  expect(fieldKind('alerts', 'volume')).toEqual({ kind: 'number', least: 10, most: 100, optional: false });
  expect(fieldKind('map', 'largest_zoom')).toEqual({ kind: 'number', least: 1, most: 22, optional: true });
  expect(fieldKind('map', 'attribution')).toEqual({ kind: 'text', most: 200, optional: true });
  expect(fieldKind('screen', 'scanner_prefix')).toEqual({ kind: 'text', most: 8, optional: false });
  expect(fieldKind('alerts', 'webhook_url')).toMatchObject({ kind: 'text', optional: true });
});

test('a setting of a type that no field can edit, or an unknown setting, throws', () => {
  expect(() => fieldKind('work', 'auto_accept')).toThrow('No field is drawn for work.auto_accept.');
  expect(() => fieldKind('work', 'no_such')).toThrow('There is no such setting.');
});
