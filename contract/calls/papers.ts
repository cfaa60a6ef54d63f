import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import type { Text } from '../message.ts';
import { DOCUMENTS_AGAIN } from '../printed-documents.ts';
import { ARRANGED_PAPERS, PaperTemplate } from '../settings/paper-template.ts';
import { MOST_PRINTERS, PrinterSettings } from '../settings/settings.ts';
import type { PrinterView } from '../views/app.ts';
import { type Calls, type Done, Id, None, output, topic } from './call.ts';
import { Day } from './history.ts';

/** A printout made immediately. `confirmed`: by the printer; false if only sent. */
export interface Printed {
  text: Text;
  confirmed: boolean;
}

export const papersCalls = {
  /** Scans this computer's networks for a few seconds. Only printers that announce themselves have a `name`. */
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
  /** Which of these printers would print each item of the latest orders. `sample`: example items, as there are no orders yet. */
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
  /** Prints the sheet of numbers; those that staff can read show what the printer can do. */
  'printer.sheet': { who: 'counter', role: null, input: v.object({ printerId: Id }), output: output<Printed>() },
  /** Saves the capabilities from the numbers staff typed. */
  'printer.learn': {
    who: 'manager',
    noted: true,
    input: v.object({ printerId: Id, numbers: v.pipe(v.string(), v.maxLength(500)) }),
    output: output<{
      text: Text;
    }>(),
  },
  'printer.test': { who: 'counter', role: null, input: v.object({ printerId: Id }), output: output<Printed>() },
  'printer.seen': { who: 'counter', role: null, input: v.object({ printerId: Id }), output: output<Done>() },
  'settings.savePrinters': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ printers: list(PrinterSettings, MOST_PRINTERS) }),
    output: output<Done>(),
  },
  /** A sample printout of this template: PNG as base64, and text. */
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
  /** Prints a document of an order again, on its usual printers or the given one. */
  'print.again': {
    who: 'counter',
    role: 'staff',
    input: v.object({
      orderId: Id,
      document: v.picklist(DOCUMENTS_AGAIN),
      /** Index of the label; null for all. */
      part: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      printerId: v.nullable(Id),
    }),
    output: output<{
      papers: number;
    }>(),
  },
  'print.seen': {
    who: 'counter',
    role: 'staff',
    input: v.object({
      orderId: Id,
      document: Id,
      part: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      printerId: v.nullable(Id),
    }),
    output: output<{
      papers: number;
    }>(),
  },
  'print.dayReport': {
    who: 'counter',
    role: 'shift-lead',
    cost: 20,
    input: v.object({ printerId: Id, day: v.optional(v.nullable(Day), null) }),
    output: output<Printed>(),
  },
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
