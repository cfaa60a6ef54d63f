/** Every bench by its name. Loaded only when it runs: docs/performance.md is written from this list, too. */
import { type Figure, printFigures } from './table/figures.ts';
import type { Row } from './table/row.ts';

export interface Bench {
  name: string;
  what: string;
  /** Part of a plain `npm run bench`; the others take too long and run by their name only. */
  isUsual: boolean;
  /** What the figure cannot get past, and what it is not about: for docs/performance.md. */
  limits: string;
  /** Rows of the table; none where it prints figures of its own. `words` stand behind its name. */
  run(words: readonly string[]): Promise<Row[]>;
}

const figures = (given: Promise<Figure[]>): Promise<Row[]> => given.then(printFigures).then(() => []);

export const BENCHES: readonly Bench[] = [
  {
    name: 'receiver',
    what: 'notifications a second that the receiver takes, each on the disk before its 200, at 1, 16 and 64 connections',
    isUsual: true,
    limits:
      'One thread that checks, parses, writes and answers, and 120 to 150 kB that a notification alone makes SQLite write; of many at once all that wait share one transaction. The receiver runs alone: the workers that read the orders afterwards take their share in the app.',
    run: async () => (await import('./measured/receiver.ts')).measureReceiver(),
  },
  {
    name: 'tickets',
    what: 'kitchen tickets a second from an order to printer bytes, beside three encoders that are given finished lines',
    isUsual: true,
    limits:
      'Wrapping, sizes and the check of every text that came from a stranger, which the others leave to who calls them; the second three rows are without the first two of these.',
    run: async () => (await import('./measured/tickets.ts')).measureTickets(),
  },
  {
    name: 'notes',
    what: 'a note of 20 kB from text to bytes, and how that grows with the note',
    isUsual: true,
    limits: 'Each line is encoded by itself: the encoder copies all that it has for each byte added. Wrapping looks at every character.',
    run: async () => (await import('./measured/long-notes.ts')).measureLongNotes(),
  },
  {
    name: 'drawn-tickets',
    what: 'a Japanese ticket drawn as pictures, beside a bare canvas that draws the same texts',
    isUsual: true,
    limits:
      'Each character is drawn in its own cell, so that columns meet those of printed lines, and squeezed where it is too wide; the bare canvas draws a whole text at once.',
    run: async () => (await import('./measured/drawn-tickets.ts')).measureDrawnTickets(),
  },
  {
    name: 'cards',
    what: 'from the moment a notification leaves the service to the painted card, beside a bare WebSocket to a painted element on the same page',
    isUsual: true,
    limits:
      'The notification is on the disk before anything else happens; then the order is read from the service over HTTP, stored with what follows from it, and told to the page, which draws with the next frame. The service stands in the process of the bench.',
    run: async () => (await import('./measured/cards.ts')).measureCards(),
  },
  {
    name: 'touches',
    what: 'from a touch of Accept on the board to the command at the service, beside a button on the same page that fetches',
    isUsual: true,
    limits:
      'The command is on the disk before it is sent, and goes over the bridge, where the bare button speaks to its server at once. Measured without the pause in which a touch can be undone.',
    run: async () => (await import('./measured/touches.ts')).measureTouches(),
  },
  {
    name: 'printer',
    what: 'from the moment an order is accepted at the service to the first byte of its ticket at the printer, beside a post that opens a bare socket',
    isUsual: true,
    limits:
      'The news is on the disk, the order is read from the service, and its ticket is a row in the same transaction; then the printer is asked how it is before it is given the first byte.',
    run: async () => (await import('./measured/printer.ts')).measurePrinter(),
  },
  {
    name: 'starts',
    what: 'from the start of the process until notifications are taken and until the board can be touched, with none and 100,000 orders stored, beside a bare Node with the same database and a bare page',
    isUsual: true,
    limits:
      'Half of it is Node and the code itself being read; then the database is opened and read back, settings and secrets are opened, and the page is fetched, compiled and linked.',
    run: async () => (await import('./measured/starts.ts')).measureStarts([0, 100_000]),
  },
  {
    name: 'starts-million',
    what: 'the same with 1,000,000 orders stored, which take minutes to store',
    isUsual: false,
    limits: 'As `starts`.',
    run: async () => (await import('./measured/starts.ts')).measureStarts([0, 1_000_000]),
  },
  {
    name: 'memory',
    what: 'PSS and RSS of the main process at rest and after 200 orders, beside a bare Node with better-sqlite3 and undici that keeps as many',
    isUsual: true,
    limits:
      'Node itself, the libraries and the canvas that draws papers; after many orders mostly what the collector has not swept yet and what malloc does not give back. The live heap is a small part.',
    run: async () => (await import('./measured/memory.ts')).measureMemory(200),
  },
  {
    name: 'memory-1000',
    what: 'the same after 1,000 orders: ten minutes',
    isUsual: false,
    limits: 'As `memory`.',
    run: async () => (await import('./measured/memory.ts')).measureMemory(1_000),
  },
  {
    name: 'memory-10000',
    what: 'the same after 10,000 orders: an hour and more',
    isUsual: false,
    limits: 'As `memory`.',
    run: async () => (await import('./measured/memory.ts')).measureMemory(10_000),
  },
  {
    name: 'idle',
    what: 'processor, wake-ups and disk writes of a counter at which nothing happens, beside a bare Node with one timer over the same seconds',
    isUsual: true,
    limits: 'How often it looks after its printers, files, queue and the service. Rounds of 15 s: a minute a round is `idle-long`.',
    run: async () => (await import('./measured/idle.ts')).measureIdle(15_000),
  },
  {
    name: 'idle-long',
    what: 'the same in rounds of a minute',
    isUsual: false,
    limits: 'As `idle`.',
    run: async () => (await import('./measured/idle.ts')).measureIdle(60_000),
  },
  {
    name: 'search',
    what: 'orders found among 100,000 as somebody types, letter by letter, beside a bare FTS5 query; and how that grows from 10,000 on',
    isUsual: true,
    limits:
      'The index gives ids in a fraction of a millisecond; what takes the time is the forty orders that are read, parsed and put into words for the screen.',
    run: async () => (await import('./measured/search.ts')).measureSearch([10_000, 30_000, 100_000]),
  },
  {
    name: 'search-million',
    what: 'the same among 1,000,000 orders, which take minutes to store',
    isUsual: false,
    limits: 'As `search`.',
    run: async () => (await import('./measured/search.ts')).measureSearch([10_000, 100_000, 1_000_000]),
  },
  {
    name: 'venues',
    what: 'what an order costs the main process at a counter of 100 venues, beside a counter of one',
    isUsual: true,
    limits:
      'What is done for every venue all the time: tokens, its state, what the service is asked for; and what each push tells of all of them.',
    run: async () => (await import('./measured/venues.ts')).measureVenues(),
  },
  {
    name: 'page',
    what: "what the counter's page weighs, gzipped, and how soon the board is painted once its socket is asked for, beside a bare page",
    isUsual: true,
    limits: 'React, the component library and Inter; the page asks for its socket before all of its code has run.',
    run: async () => (await import('./measured/page.ts')).measurePage(),
  },
  {
    name: 'kitchen',
    what: 'how soon one display of a kitchen shows what was done at another; figures of its own',
    isUsual: false,
    limits: '',
    run: () => import('./kitchen.ts').then(({ benchKitchen }) => figures(benchKitchen())),
  },
  {
    name: 'menu',
    what: 'a menu of 5,000 items opened, searched, checked from a file, and the memory it leaves; figures of its own',
    isUsual: false,
    limits: '',
    run: () => import('./menu/menu.ts').then(({ benchMenu }) => figures(benchMenu())),
  },
  {
    name: 'smooth',
    what: 'how evenly a board of 200 orders is drawn while it is scrolled and orders arrive; figures of its own, and a trace',
    isUsual: false,
    limits: '',
    run: () => import('./smooth.ts').then(({ benchSmooth }) => figures(benchSmooth())),
  },
  {
    name: 'look',
    what: 'what stands in sight in a rush, touches for each path, frames; figures of its own. With a folder behind it: pictures alone',
    isUsual: false,
    limits: '',
    run: async ([folder]) => (await import('./look/all.ts')).lookAtAll(folder),
  },
  {
    name: 'relay',
    what: 'notifications a second that the relay takes at 64 connections, and the way through it to a counter',
    isUsual: false,
    limits:
      'Everything that waits to be written is written with one sync; what is left is HTTP, the signature and the copy for the counters.',
    run: async (words) => (await import('./relay/taking.ts')).measureRelay(words),
  },
];

/** What the table should have and no bench measures yet; docs/performance.md lists it. */
export const NOT_MEASURED: readonly string[] = [
  'The board in a rush beside the same DOM without React (`npm run bench -- smooth` has the frames alone).',
  'An installer and an update beside Electron alone: there is no Electron to be had where this is measured.',
  'Memory after a day of 10,000 orders more; `memory-1000` and `memory-10000` run by name and are not kept yet.',
  'Starts and searches with 1,000,000 orders: `starts-million` and `search-million` run by name and are not kept yet.',
  'The receiver inside the whole app, with its workers reading the orders meanwhile: the table has it alone.',
  'Three sizes and an exponent for the receiver, the cards, the touches and the printer; notes and searches have them, starts have two sizes.',
];
