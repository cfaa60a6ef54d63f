/** Every bench by name, loaded only when it runs. docs/performance.md is generated from it, too. */
import { type Figure, printFigures } from './table/figures.ts';
import type { Row } from './table/row.ts';

export interface Bench {
  name: string;
  what: string;
  /** Whether a plain `npm run bench` runs it. */
  isUsual: boolean;
  /** Limits of the figure, for docs/performance.md. */
  limits: string;
  /** No rows if it prints its own figures. `words`: arguments. */
  run(words: readonly string[]): Promise<Row[]>;
}

const figures = (given: Promise<Figure[]>): Promise<Row[]> => given.then(printFigures).then(() => []);

export const BENCHES: readonly Bench[] = [
  {
    name: 'receiver',
    what: 'notifications a second that the receiver takes, each on the disk before its 200, at 1, 16 and 64 connections',
    isUsual: true,
    limits:
      'One thread checks, parses, writes and answers. A single notification makes SQLite write 120 to 150 kB; waiting ones share a transaction. The receiver runs alone: in the app, workers that read orders take their share.',
    run: async () => (await import('./measured/receiver.ts')).measureReceiver(),
  },
  {
    name: 'tickets',
    what: 'kitchen tickets a second from an order to printer bytes, beside three encoders given finished lines',
    isUsual: true,
    limits:
      'Wrapping, sizes and checking untrusted text, which the others leave to their caller; the second three rows are without the first two.',
    run: async () => (await import('./measured/tickets.ts')).measureTickets(),
  },
  {
    name: 'notes',
    what: 'a note of 20 kB from text to bytes, and how that grows with the note',
    isUsual: true,
    limits: 'Each line is encoded separately, as the encoder copies its buffer for each byte added. Wrapping reads every character.',
    run: async () => (await import('./measured/long-notes.ts')).measureLongNotes(),
  },
  {
    name: 'drawn-tickets',
    what: 'a Japanese ticket drawn as images, beside a bare canvas with the same texts',
    isUsual: true,
    limits:
      'Each character is drawn in its own cell, to align with printed columns, and squeezed if too wide; the canvas draws whole texts.',
    run: async () => (await import('./measured/drawn-tickets.ts')).measureDrawnTickets(),
  },
  {
    name: 'cards',
    what: 'from the moment a notification leaves the service to the painted card, beside a bare WebSocket to a painted element on the same page',
    isUsual: true,
    limits:
      "The notification is on disk first; then the order is read over HTTP, stored with its effects, and pushed to the page, which draws with the next frame. The service runs in the bench's process.",
    run: async () => (await import('./measured/cards.ts')).measureCards(),
  },
  {
    name: 'touches',
    what: 'from a tap on Accept to the command at the service, beside a button on the same page that fetches',
    isUsual: true,
    limits:
      'The command is on disk before it is sent, and passes the app; the bare button calls its server directly. Without the undo time.',
    run: async () => (await import('./measured/touches.ts')).measureTouches(),
  },
  {
    name: 'printer',
    what: 'from the moment an order is accepted at the service to the first byte of its ticket at the printer, beside a post that opens a bare socket',
    isUsual: true,
    limits:
      "The notification is on disk, the order is read, its ticket queued in the same transaction, and the printer's status checked before the first byte.",
    run: async () => (await import('./measured/printer.ts')).measurePrinter(),
  },
  {
    name: 'starts',
    what: 'from process start until notifications are accepted and the board is usable, with none and 100,000 orders stored, beside a bare Node with the same database and a bare page',
    isUsual: true,
    limits:
      'Half is Node and loading code; then opening the database, settings and secrets, and fetching, compiling and connecting the page.',
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
      'Node, libraries and the canvas for printouts; after many orders mostly uncollected garbage and memory malloc keeps. The live heap is small.',
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
    what: 'processor, wake-ups and disk writes of an idle app, beside a bare Node with one timer over the same seconds',
    isUsual: true,
    limits: 'How often it checks printers, files, queue and service. Rounds of 15 s; `idle-long` takes a minute each.',
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
    what: 'orders found among 100,000 while typing, letter by letter, beside a bare FTS5 query; and how that grows from 10,000',
    isUsual: true,
    limits: 'The index takes a fraction of a millisecond; reading, parsing and describing forty orders takes the time.',
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
    what: 'what an order costs the main process with 100 venues, beside one',
    isUsual: true,
    limits: 'Constant work per venue: tokens, state, requests; and pushes about all of them.',
    run: async () => (await import('./measured/venues.ts')).measureVenues(),
  },
  {
    name: 'page',
    what: "the page's gzipped size, and how soon the board is painted after its socket is requested, beside a bare page",
    isUsual: true,
    limits: 'React, the component library and Inter; the page requests its socket before all its code has run.',
    run: async () => (await import('./measured/page.ts')).measurePage(),
  },
  {
    name: 'kitchen',
    what: 'how soon one kitchen display shows what was done at another; its own figures',
    isUsual: false,
    limits: '',
    run: () => import('./kitchen.ts').then(({ benchKitchen }) => figures(benchKitchen())),
  },
  {
    name: 'menu',
    what: 'a menu of 5,000 items opened, searched, checked from a file, and the memory it leaves; its own figures',
    isUsual: false,
    limits: '',
    run: () => import('./menu/menu.ts').then(({ benchMenu }) => figures(benchMenu())),
  },
  {
    name: 'smooth',
    what: 'how evenly a board of 200 orders is drawn while scrolling and receiving orders; its own figures, and a trace',
    isUsual: false,
    limits: '',
    run: () => import('./smooth.ts').then(({ benchSmooth }) => figures(benchSmooth())),
  },
  {
    name: 'look',
    what: 'what is in view during a rush, taps per path, frames; its own figures. With a folder: only pictures',
    isUsual: false,
    limits: '',
    run: async ([folder]) => (await import('./look/all.ts')).lookAtAll(folder),
  },
  {
    name: 'relay',
    what: 'notifications a second the relay accepts on 64 connections; the time through it to a counter, beside 1,000 others, and after a restart',
    isUsual: false,
    limits: 'Everything waiting is written with one sync; the rest is HTTP, the signature and copies for counters.',
    run: async (words) => (await import('./relay/taking.ts')).measureRelay(words),
  },
];

/** Missing figures, listed in docs/performance.md. */
export const NOT_MEASURED: readonly string[] = [
  'The board in a rush beside the same DOM without React (`npm run bench -- smooth` measures only frames).',
  'An installer and an update beside plain Electron: not available where this is measured.',
  "Memory after a day of 10,000 more orders; `memory-1000` and `memory-10000` aren't kept yet.",
  "Starts and searches with 1,000,000 orders: `starts-million` and `search-million` aren't kept yet.",
  'The receiver inside the whole app, while workers read orders.',
  'Three sizes and an exponent for the receiver, the cards, the touches and the printer; notes and searches have them, starts have two sizes.',
];
