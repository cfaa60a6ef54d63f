/** Cancelled orders waiting for staff: all on one screen, and nothing moves under a finger. */
import { expect, it } from 'vitest';
import { NO_STOPS, nextStops, type Stops } from '../../../../renderer/stopped/stops.ts';
import { card } from '../board/card.ts';

const orders = (...ids: string[]) => ids.map((id) => card({ id, column: 'ended', cancelled: 'unseen' }));
const shown = ({ places, isList }: Stops) =>
  `${isList ? 'list' : 'whole'} ${places.map(({ order, gone }) => (gone ? `(${order.id})` : order.id)).join(' ')}`;
const next = (before: Stops, ids: string[], hand: 'touched' | 'left') => nextStops(before, orders(...ids), hand === 'touched');

it('one cancelled order fills the screen, several form a list', () => {
  expect(shown(next(NO_STOPS, ['a'], 'left'))).toBe('whole a');
  expect(shown(next(NO_STOPS, ['a', 'b'], 'left'))).toBe('list a b');
  expect(shown(next(NO_STOPS, ['a', 'b'], 'touched'))).toBe('list a b');
  expect(next(NO_STOPS, [], 'left')).toBe(NO_STOPS);
});

it("rows don't move under a finger: an answered order leaves a gap, which closes afterwards", () => {
  const list = next(NO_STOPS, ['a', 'b', 'c'], 'left');
  const touched = next(list, ['a', 'c', 'd'], 'touched');
  expect(shown(touched)).toBe('list a (b) c d');
  expect(shown(next(touched, ['a', 'c', 'd'], 'left'))).toBe('list a c d');
  expect(shown(next(touched, ['d'], 'touched'))).toBe('list (a) (b) (c) d');
  expect(shown(next(touched, ['d'], 'left'))).toBe('whole d');
});

it('one full-screen order stays under a finger; newly cancelled orders are added below it', () => {
  const one = next(NO_STOPS, ['a'], 'left');
  const touched = next(one, ['b', 'a', 'c'], 'touched');
  expect(shown(touched)).toBe('whole a b c');
  expect(shown(next(touched, ['b', 'a', 'c'], 'left'))).toBe('list a b c');
});

it('all remaining orders are shown once the full-screen one is answered', () => {
  const touched = next(next(NO_STOPS, ['a'], 'left'), ['a', 'b', 'c'], 'touched');
  expect(shown(next(touched, ['b', 'c'], 'touched'))).toBe('list b c');
  expect(shown(next(touched, ['b'], 'touched'))).toBe('whole b');
});

it('the view closes with the last answer, also under a finger', () => {
  expect(next(next(NO_STOPS, ['a', 'b'], 'left'), [], 'touched')).toBe(NO_STOPS);
});
