/** Printers and papers. */
import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import type { Text } from '../message.ts';
import { DOCUMENTS_AGAIN } from '../printed-documents.ts';
import { ARRANGED_PAPERS, PaperTemplate } from '../settings/paper-template.ts';
import { MOST_PRINTERS, PrinterSettings } from '../settings/settings.ts';
import type { PrinterView } from '../views/app.ts';
import { type Calls, type Done, Id, None, output, topic } from './call.ts';
import { Day } from './history.ts';

/** What became of a paper that was printed at once; `confirmed` by the printer itself, or only sent. */
export interface Printed {
  text: Text;
  confirmed: boolean;
}

export const papersCalls = {
  /** Looks for printers on the networks of this computer; takes a few seconds. `name`: of those that announce themselves. */
  'printers.find': {
    who: 'manager',
    cost: 40,
    input: None,
    output: output<{
      found: {
        host: string;
        port: number;
        name: string | null;
        text: Text;
      }[];
    }>(),
  },
  /** The printers that the operating system of this computer knows, and how they are. */
  'printers.ofSystem': {
    who: 'manager',
    cost: 10,
    input: None,
    output: output<{
      printers: {
        name: string;
        port: string;
        driver: string;
        text: Text;
      }[];
    }>(),
  },
  /** Which printers each item of the last orders goes to, if these were the printers; `sample`: there was no order yet. */
  'printers.whereItems': {
    who: 'counter',
    role: null,
    cost: 10,
    input: v.object({ printers: list(PrinterSettings, MOST_PRINTERS) }),
    output: output<{
      items: {
        name: string | null;
        category: string | null;
        printers: string[];
      }[];
      sample: boolean;
    }>(),
  },
  /** Prints the numbered sheet by which a printer tells what it is. */
  'printer.sheet': { who: 'counter', role: null, input: v.object({ printerId: Id }), output: output<Printed>() },
  /** Keeps what the numbers that staff typed from the sheet say of the printer. */
  'printer.learn': {
    who: 'manager',
    noted: true,
    input: v.object({ printerId: Id, numbers: v.pipe(v.string(), v.maxLength(500)) }),
    output: output<{
      text: Text;
    }>(),
  },
  'printer.test': { who: 'counter', role: null, input: v.object({ printerId: Id }), output: output<Printed>() },
  /** Someone has the test page in hand that this printer was sent and never confirmed. */
  'printer.seen': { who: 'counter', role: null, input: v.object({ printerId: Id }), output: output<Done>() },
  'settings.savePrinters': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ printers: list(PrinterSettings, MOST_PRINTERS) }),
    output: output<Done>(),
  },
  /** A paper of a sample order as this template would print it: a PNG as base64, and its text. */
  'paper.preview': {
    who: 'counter',
    role: null,
    cost: 50,
    input: v.object({ template: PaperTemplate, document: v.picklist(ARRANGED_PAPERS) }),
    output: output<{
      png: string;
      text: string;
    }>(),
  },
  'settings.saveTemplate': { who: 'manager', cost: 10, noted: true, input: v.object({ template: PaperTemplate }), output: output<Done>() },
  /** Prints a paper of an order again, by hand: on the printers that take it, or on the one named. */
  'print.again': {
    who: 'counter',
    role: 'staff',
    input: v.object({
      orderId: Id,
      document: v.picklist(DOCUMENTS_AGAIN),
      /** Which label, from 0; null for all of them. */
      part: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      printerId: v.nullable(Id),
    }),
    output: output<{
      papers: number;
    }>(),
  },
  /** Someone has a paper in hand that was sent and never confirmed. */
  'print.seen': {
    who: 'counter',
    role: 'staff',
    input: v.object({
      orderId: Id,
      document: Id,
      /** Which label, from 0; null for all of them. */
      part: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      /** On which printer; null for whichever had it. */
      printerId: v.nullable(Id),
    }),
    output: output<{
      papers: number;
    }>(),
  },
  /** Prints what the orders of a day came to; of today where none is named. */
  'print.dayReport': {
    who: 'counter',
    role: 'shift-lead',
    cost: 20,
    input: v.object({ printerId: Id, day: v.optional(v.nullable(Day), null) }),
    output: output<Printed>(),
  },
  /** Gives what waits for one printer to another. */
  'print.move': {
    who: 'counter',
    role: 'staff',
    input: v.object({ from: Id, to: Id }),
    output: output<{
      papers: number;
    }>(),
  },
} as const satisfies Calls;

export const papersTopics = { printers: topic<PrinterView>() };
