/** Draws the kept images anew. Look at every one that changed before it is committed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawn, goldenPapers } from './golden-papers.ts';

for (const paper of goldenPapers()) writeFileSync(join(import.meta.dirname, 'golden', `${paper.name}.png`), drawn(paper));
