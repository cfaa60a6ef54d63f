/** Who ordered what in a group order. `group_participants` is undocumented, so every plausible link is tried and no line is dropped. */
import { type OrderItem, type Participant, UNASSIGNED } from '../order.ts';
import type { Fields } from '../text/reading.ts';
import { type ParticipantItems, participantItemsOf, peopleIn } from './participant-claims.ts';

/** Lines without a person are under UNASSIGNED. Count 0: a shared line, counted on another person's label. */
export function participantsOf(order: Fields, items: readonly OrderItem[]): Participant[] {
  const people = peopleIn(order);
  if (people.length === 0) return [];
  const { taken, free } = shareOut(participantItemsOf(people, order, items), items);
  const entries = people.map(({ name }, person): Participant => {
    const own = [...(taken.get(person) ?? [])].sort(([one], [other]) => one - other);
    return { name, lines: own.map(([item, count]) => ({ item, count })) };
  });
  const unclaimed = free.flatMap((count, item) => (count > 0 ? [{ item, count }] : []));
  return unclaimed.length > 0 ? [...entries, { name: UNASSIGNED, lines: unclaimed }] : entries;
}

/** Gives lines to people: references to single lines first, those with a count before those without. */
function shareOut(
  claims: readonly ParticipantItems[],
  items: readonly OrderItem[],
): { taken: Map<number, Map<number, number>>; free: number[] } {
  const free = items.map(({ count }) => count);
  const taken = new Map<number, Map<number, number>>();

  function take(person: number, item: number, count: number): void {
    free[item] = (free[item] ?? 0) - count;
    const own = taken.get(person) ?? new Map<number, number>();
    own.set(item, (own.get(item) ?? 0) + count);
    taken.set(person, own);
  }

  /** Prefers a line with exactly this count left, then untouched lines. */
  function takeFrom({ person, lines }: Pick<ParticipantItems, 'person' | 'lines'>, wanted: number): void {
    const fitting = (item: number) => (free[item] === wanted ? 0 : free[item] === items[item]?.count ? 1 : 2);
    let left = wanted;
    for (const item of lines.toSorted((one, other) => fitting(one) - fitting(other))) {
      const count = Math.min(left, free[item] ?? 0);
      if (count > 0) take(person, item, count);
      left -= count;
    }
    // Others have all pieces, so the line is shared.
    const shared = lines.find((item) => (items[item]?.count ?? 0) > 0);
    if (left === wanted && shared !== undefined) take(person, shared, 0);
  }

  /** References without a count get one line each if there are enough, otherwise one piece each. */
  function takeWithout(same: readonly ParticipantItems[]): void {
    const open = (same[0]?.lines ?? []).filter((item) => (free[item] ?? 0) > 0);
    if (same.length <= open.length) {
      for (const [at, { person }] of same.entries()) take(person, open[at] ?? 0, free[open[at] ?? 0] ?? 0);
      return;
    }
    for (const own of Map.groupBy(same, ({ person }) => person).values()) if (own[0]) takeFrom(own[0], own.length);
  }

  for (const isExact of [true, false]) {
    const now = claims.filter(({ lines }) => (lines.length === 1) === isExact);
    for (const claim of now) if (claim.count !== null) takeFrom(claim, claim.count);
    const without = now.filter(({ count }) => count === null);
    for (const same of Map.groupBy(without, ({ lines }) => (isExact ? lines[0] : lines)).values()) takeWithout(same);
  }
  return { taken, free };
}
