/** `npm run bench -- look`: figures of a board in a rush; with a folder, only pictures of it, in English. */

import { benchSmooth } from '../smooth.ts';
import { printFigures } from '../table/figures.ts';
import type { Row } from '../table/row.ts';
import { benchHands } from './hands.ts';
import { benchLook } from './look.ts';

export async function lookAtAll(pictures: string | undefined): Promise<Row[]> {
  if (pictures !== undefined) {
    console.table(await benchLook({ languages: ['en'], pictures }));
    return [];
  }
  console.table(await benchLook({}));
  const { paths, tickets, touches } = await benchHands();
  console.table(paths);
  console.log(`Kitchen tickets of three dishes that stand whole on 1920x1080: ${tickets} (aim: 20).`);
  console.log(
    `${touches.touches} touches in a rush: ${touches.elsewhere.length} did something to another order, under ${touches.moved.length} the card moved, ${touches.dead.length} were lost.`,
  );
  printFigures(await benchSmooth());
  return [];
}
