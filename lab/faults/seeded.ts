/** Chance with a seed: a run that failed can be had again by its seed. The same chance that the service in a box draws from. */
export { type Chance, chanceOf } from '../../sandbox/chance.ts';
