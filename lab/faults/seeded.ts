/** Seeded randomness, shared with the sandbox: a failed run can be repeated by its seed. */
export { type Chance, chanceOf } from '../../sandbox/chance.ts';
