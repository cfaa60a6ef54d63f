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

const alone = (name: string, what: string, run: Bench['run'], limits = ''): Bench => ({ name, what, isUsual: false, limits, run });
const usual = (name: string, what: string, limits: string, run: Bench['run']): Bench => ({ name, what, isUsual: true, limits, run });
const longer = (name: string, of: string, what: string, run: Bench['run']) => alone(name, what, run, `As \`${of}\`.`);

export const BENCHES: readonly Bench[] = [
  usual(
    'receiver',
    'notifications a second that the receiver takes, each on the disk before its 200, at 1, 16 and 64 connections',
    'One thread checks, parses, writes and answers. A single notification makes SQLite write 120 to 150 kB; waiting ones share a transaction. The receiver runs alone: in the app, workers that read orders take their share.',
    async () => (await import('./measured/receiver.ts')).measureReceiver(),
  ),
  usual(
    'tickets',
    'kitchen tickets a second from an order to printer bytes, beside three encoders given finished lines',
    'Wrapping, sizes and checking untrusted text, which the others leave to their caller; the second three rows are without the first two.',
    async () => (await import('./measured/tickets.ts')).measureTickets(),
  ),
  usual(
    'notes',
    'a note of 20 kB from text to bytes, and how that grows with the note',
    'Each line is encoded separately, as the encoder copies its buffer for each byte added. Wrapping reads every character.',
    async () => (await import('./measured/long-notes.ts')).measureLongNotes(),
  ),
  usual(
    'drawn-tickets',
    'a Japanese ticket drawn as images, beside a bare canvas with the same texts',
    'Each character is drawn in its own cell, to align with printed columns, and squeezed if too wide; the canvas draws whole texts.',
    async () => (await import('./measured/drawn-tickets.ts')).measureDrawnTickets(),
  ),
  usual(
    'cards',
    'from the moment a notification leaves the service to the painted card, beside a bare WebSocket to a painted element on the same page',
    "The notification is on disk first; then the order is read over HTTP, stored with its effects, and pushed to the page, which draws with the next frame. The service runs in the bench's process.",
    async () => (await import('./measured/cards.ts')).measureCards(),
  ),
  usual(
    'touches',
    'from a tap on Accept to the command at the service, beside a button on the same page that fetches',
    'The command is on disk before it is sent, and passes the app; the bare button calls its server directly. Without the undo time.',
    async () => (await import('./measured/touches.ts')).measureTouches(),
  ),
  usual(
    'printer',
    'from the moment an order is accepted at the service to the first byte of its ticket at the printer, beside a post that opens a bare socket',
    "The notification is on disk, the order is read, its ticket queued in the same transaction, and the printer's status checked before the first byte.",
    async () => (await import('./measured/printer.ts')).measurePrinter(),
  ),
  usual(
    'starts',
    'from process start until notifications are accepted and the board is usable, with none and 100,000 orders stored, beside a bare Node with the same database and a bare page',
    'Half is Node and loading code; then opening the database, settings and secrets, and fetching, compiling and connecting the page.',
    async () => (await import('./measured/starts.ts')).measureStarts([0, 100_000]),
  ),
  longer('starts-million', 'starts', 'the same with 1,000,000 orders stored, which take minutes to store', async () =>
    (await import('./measured/starts.ts')).measureStarts([0, 1_000_000]),
  ),
  usual(
    'memory',
    'PSS and RSS of the main process at rest and after 200 orders, beside a bare Node with better-sqlite3 and undici that keeps as many',
    'Node, libraries and the canvas for printouts; after many orders mostly uncollected garbage and memory malloc keeps. The live heap is small.',
    async () => (await import('./measured/memory.ts')).measureMemory(200),
  ),
  longer('memory-1000', 'memory', 'the same after 1,000 orders: ten minutes', async () =>
    (await import('./measured/memory.ts')).measureMemory(1_000),
  ),
  longer('memory-10000', 'memory', 'the same after 10,000 orders: an hour and more', async () =>
    (await import('./measured/memory.ts')).measureMemory(10_000),
  ),
  usual(
    'idle',
    'processor, wake-ups and disk writes of an idle app, beside a bare Node with one timer over the same seconds',
    'How often it checks printers, files, queue and service. Rounds of 15 s; `idle-long` takes a minute each.',
    async () => (await import('./measured/idle.ts')).measureIdle(15_000),
  ),
  longer('idle-long', 'idle', 'the same in rounds of a minute', async () => (await import('./measured/idle.ts')).measureIdle(60_000)),
  usual(
    'search',
    'orders found among 100,000 while typing, letter by letter, beside a bare FTS5 query; and how that grows from 10,000',
    'The index takes a fraction of a millisecond; reading, parsing and describing forty orders takes the time.',
    async () => (await import('./measured/search.ts')).measureSearch([10_000, 30_000, 100_000]),
  ),
  longer('search-million', 'search', 'the same among 1,000,000 orders, which take minutes to store', async () =>
    (await import('./measured/search.ts')).measureSearch([10_000, 100_000, 1_000_000]),
  ),
  usual(
    'venues',
    'what an order costs the main process with 100 venues, beside one',
    'Constant work per venue: tokens, state, requests; and pushes about all of them.',
    async () => (await import('./measured/venues.ts')).measureVenues(),
  ),
  usual(
    'page',
    "the page's gzipped size, and how soon the board is painted after its socket is requested, beside a bare page",
    'React, the component library and Inter; the page requests its socket before all its code has run.',
    async () => (await import('./measured/page.ts')).measurePage(),
  ),
  usual(
    'stations',
    'from a tap at one station until all others show it, beside bare WebSockets with the same bytes; and what a station costs',
    'The command is on disk before any station shows it, and each station gets the whole card. The sockets of all stations are in one process.',
    async () => (await import('./measured/stations.ts')).measureStations(),
  ),
  alone('kitchen', 'how soon one kitchen display shows what was done at another; its own figures', () =>
    import('./kitchen.ts').then(({ benchKitchen }) => figures(benchKitchen())),
  ),
  alone('menu', 'a menu of 5,000 items opened, searched, checked from a file, and the memory it leaves; its own figures', () =>
    import('./menu/menu.ts').then(({ benchMenu }) => figures(benchMenu())),
  ),
  alone('smooth', 'how evenly a board of 200 orders is drawn while scrolling and receiving orders; its own figures, and a trace', () =>
    import('./smooth.ts').then(({ benchSmooth }) => figures(benchSmooth())),
  ),
  alone('look', 'what is in view during a rush, taps per path, frames; its own figures. With a folder: only pictures', async ([folder]) =>
    (await import('./look/all.ts')).lookAtAll(folder),
  ),
  alone(
    'relay',
    'notifications a second the relay accepts on 64 connections; the time through it to a counter, beside 1,000 others, and after a restart',
    async (words) => (await import('./relay/taking.ts')).measureRelay(words),
    'Everything waiting is written with one sync; the rest is HTTP, the signature and copies for counters.',
  ),
  alone(
    'relay-many',
    'relays that share Postgres with a synchronous standby: notifications stored a second at 64 callers, the time from one relay to a counter at another, and what 2,500, 10,000 and 20,000 counters cost a relay; needs Debian’s PostgreSQL',
    async (words) => (await import('./relay/many/many.ts')).measureRelayMany(words),
  ),
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
