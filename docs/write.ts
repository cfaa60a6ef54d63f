/** Writes the pages of docs that are made from the code. `npm run docs` */
import { writeFileSync } from 'node:fs';
import { settingsPage } from '../main/settings/settings-page.ts';
import { coveragePage } from '../test/conformance/coverage-page.ts';
import { messageValuesFile } from './message-values.ts';
import { architecturePage } from './modules-picture.ts';
import { performancePage } from './performance-page.ts';
import { relayPage } from './relay-page.ts';

writeFileSync(new URL('./settings.md', import.meta.url), settingsPage());
writeFileSync(new URL('./relay.md', import.meta.url), relayPage());
writeFileSync(new URL('./performance.md', import.meta.url), performancePage());
writeFileSync(new URL('./architecture.md', import.meta.url), architecturePage());
writeFileSync(new URL('./interface-coverage.md', import.meta.url), coveragePage());
writeFileSync(new URL('../contract/message-values.ts', import.meta.url), messageValuesFile());
