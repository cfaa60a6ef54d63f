/** Measures sides by turns (A, B, A, B …), so that other load affects both. */

/** Fewest rounds for a figure. */
export const ROUNDS = 5;

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
