/** Group orders in every plausible shape: the document names `group_participants` without showing entries or links. */
import type { Chance } from '../chance.ts';
import type { BasketLine, Dish } from '../menu/dishes.ts';
import { type Fields, Refusal } from '../wire/exchange.ts';

/** How people are linked to items; `names` and `nothing` don't link. */
export const GROUP_SHAPES = [
  // People list items:
  'rows',
  'rows with counts',
  'item ids',
  'ids in items',
  'row numbers',
  // Items name people:
  'participant',
  'participant id',
  'group participant id',
  'participant object',
  'participants of an item',
  'names in items',
  // No link:
  'names',
  'nothing',
] as const;
export type GroupShape = (typeof GROUP_SHAPES)[number];

export function readShape(value: unknown): GroupShape | undefined {
  if (value === undefined) return undefined;
  const shape = GROUP_SHAPES.find((one) => one === value);
  if (shape === undefined) throw new Refusal(400, { reason: `"group_shape" must be one of ${GROUP_SHAPES.join(', ')}.` });
  return shape;
}

export interface Group {
  host: string;
  lines: BasketLine[];
  participants: Fields[];
  /** Fields of an item that link it to its person. */
  linkOf(line: number): Fields;
}

interface Portion {
  person: number;
  line: number;
  count: number;
}

/** Two people have the same dish as separate items; two share the last item if the shape allows it. */
export function inShape(shape: GroupShape, names: readonly string[], chance: Chance, dishes: readonly Dish[]): Group {
  if (dishes.length < 4) throw new Refusal(409, { reason: 'Fewer than four items can be ordered now: too few for a group.' });
  const both = chance.pick(dishes);
  const others = dishes.filter((dish) => dish !== both);
  const portions: Portion[] = [];
  const lines: BasketLine[] = [];
  names.forEach((_, person) => {
    const theirs = person < 2 ? [both] : chance.some(others, 1);
    if (person % 2 === 1) theirs.push(...chance.some(others, 1));
    for (const dish of theirs) {
      const count = chance.below(4) === 0 ? 2 : 1;
      portions.push({ person, line: lines.push({ dish, count }) - 1, count });
    }
  });
  const shares = shape === 'rows with counts' || shape === 'item ids' || shape === 'participants of an item';
  if (shares) {
    const line = lines.push({ dish: chance.pick(others.filter((dish) => lines.every((one) => one.dish !== dish))), count: 3 }) - 1;
    portions.push({ person: 0, line, count: 2 }, { person: 1, line, count: 1 });
  }
  const idOf = (person: number) => `gp-${person + 1}`;
  const itemIdOf = (line: number) => lines[line]?.dish.id ?? '';
  const ofPerson = (person: number) => portions.filter((portion) => portion.person === person);
  const ofLine = (line: number) => portions.filter((portion) => portion.line === line);

  function entry(person: number): Fields {
    const own = ofPerson(person);
    switch (shape) {
      case 'rows':
        return { items: own.map(({ line }) => ({ row_number: line + 1 })) };
      case 'rows with counts':
        return { items: own.map(({ line, count }) => ({ row_number: line + 1, count })) };
      case 'item ids':
        // One ID per piece: this shape has no count.
        return { item_ids: own.flatMap(({ line, count }) => Array.from({ length: count }, () => itemIdOf(line))) };
      case 'ids in items':
        return { items: own.map(({ line, count }) => ({ id: itemIdOf(line), count })) };
      case 'row numbers':
        return { row_numbers: own.map(({ line }) => line + 1) };
      default:
        return {};
    }
  }

  function link(line: number): Fields {
    const own = ofLine(line);
    const person = own[0]?.person ?? 0;
    switch (shape) {
      case 'participant':
        return { participant: idOf(person) };
      case 'participant id':
        return { participant_id: idOf(person) };
      case 'group participant id':
        return { group_participant_id: idOf(person) };
      case 'participant object':
        return { participant: { id: idOf(person), name: names[person] } };
      case 'participants of an item':
        return { participants: own.map((portion) => ({ id: idOf(portion.person), count: portion.count })) };
      case 'names in items':
        return { participant: names[person] };
      default:
        return {};
    }
  }

  const nameOf = (person: number): Fields => (shape === 'nothing' ? {} : { name: names[person] });
  return {
    host: names[0] ?? '',
    lines,
    participants: names.map((_, person) => ({ id: idOf(person), ...nameOf(person), ...entry(person) })),
    linkOf: link,
  };
}
