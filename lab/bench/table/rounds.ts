/** Measures sides by turns (A, B, A, B …), so that other load affects both. */

/** Fewest rounds for a figure. */
export const ROUNDS = 5;

/** Warms up first. */
export async function timesInTurns(count: number, once: (at: number) => Promise<{ here: number; bare: number }>) {
  const times = { here: [] as number[][], bare: [] as number[][] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const taken: { here: number; bare: number }[] = [];
    for (let at = 0; at < count; at += 1) taken.push(await once(at));
    if (round < 0) continue;
    times.here.push(taken.map(({ here }) => here));
    times.bare.push(taken.map(({ bare }) => bare));
  }
  return times;
}

export async function inTurns<Side extends string, Given>(
  sides: Record<Side, (round: number) => Given | Promise<Given>>,
  rounds = ROUNDS,
): Promise<Record<Side, Given[]>> {
  const names = Object.keys(sides) as Side[];
  const given = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Given[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) given[name].push(await sides[name](round));
  }
  return given;
}
