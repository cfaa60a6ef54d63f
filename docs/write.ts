/** Writes the pages of docs that are made from the code. `npm run docs` */
import { writeFileSync } from 'node:fs';
import { settingsPage } from '../main/settings/settings-page.ts';

writeFileSync(new URL('./settings.md', import.meta.url), settingsPage());
