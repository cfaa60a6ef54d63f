/** Rewrites the reference printouts. Review every changed one before committing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenPapers, kept, keptIn } from './golden-papers.ts';

for (const paper of goldenPapers()) writeFileSync(join(import.meta.dirname, 'golden', keptIn(paper)), kept(paper));
