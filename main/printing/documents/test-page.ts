/** Checks a printer's width, accents, the euro sign and the cutter. */
import type { PaperTemplate } from '../../../contract/settings/paper-template.ts';
import type { Document } from '../layout/document.ts';
import { dateAndTime } from './parts/ticket-words.ts';

export interface TestPageContext {
  name: string;
  address: string;
  /** ISO UTC. */
  printedAt: string;
  timeZone?: string;
  template: PaperTemplate;
}

/** A ruler that breaks means the set width is too large. */
export function testPage(context: TestPageContext): Document {
  const printedAt = dateAndTime(context.printedAt, context);
  return {
    title: `Test page of ${context.name}`,
    blocks: [
      { kind: 'text', text: 'TEST PAGE', size: 3, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
      { kind: 'feed', lines: 1 },
      { kind: 'text', text: context.name, size: 3, bold: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: context.address, align: 'center' },
      { kind: 'text', text: printedAt, align: 'center' },
      { kind: 'rule', weight: 'heavy' },
      { kind: 'ruler' },
      { kind: 'text', text: 'The ruler must fill exactly one line.' },
      { kind: 'rule', weight: 'light' },
      { kind: 'text', text: 'Accents  åäö ÅÄÖ éèêë çñß øæ üÜ' },
      { kind: 'text', text: 'Euro     12.50 €' },
      { kind: 'text', text: 'Greek    Καλημέρα' },
      { kind: 'text', text: 'Cyrillic Доброе утро' },
      { kind: 'rule', weight: 'light' },
      { kind: 'text', text: 'Tall', size: 'tall' },
      { kind: 'text', text: 'Double', size: 2 },
      { kind: 'text', text: 'Triple', size: 3, bold: true },
      { kind: 'text', text: 'White on black', reverse: true },
      { kind: 'item', count: 2, digits: 1, name: 'In a box', size: 2, bold: true, details: [] },
      { kind: 'rule', weight: 'heavy' },
      { kind: 'text', text: 'The paper is cut below this line.', align: 'center' },
    ],
  };
}
