/** The virtual printer over real TCP must print, stop and answer like a real one. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { PNG } from 'pngjs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { VirtualPrinter } from '../../../sandbox/printer/printer.ts';
import { until } from '../../e2e/venue/venue.ts';
import { testPrinter } from '../../setup/parts.ts';

let printer: VirtualPrinter;
beforeEach(async () => {
  printer = await testPrinter();
});

async function open(): Promise<{ socket: Socket; answers: () => Buffer; broken: () => boolean }> {
  const socket = connect(printer.port, printer.host);
  onTestFinished(() => void socket.destroy());
  const parts: Buffer[] = [];
  let broken = false;
  socket.on('data', (part) => parts.push(part as Buffer));
  socket.on('error', () => {
    broken = true;
  });
  await once(socket, 'connect');
  return { socket, answers: () => Buffer.concat(parts), broken: () => broken };
}

const CUT = Buffer.from([0x1d, 0x56, 0x42, 0x00]);
const job = (...parts: (string | Buffer | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const STATUS = (kind: number) => Buffer.from([0x10, 0x04, kind]);
const PROCESS_ID = Buffer.from([0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44]);

test('a ticket prints the same wherever its bytes are split', async () => {
  const bytes = job(
    [0x1b, 0x40],
    [0x1d, 0x21, 0x11],
    'Order 417\n',
    [0x1d, 0x21, 0],
    '1x Pizza\n',
    [0x1d, 0x76, 0x30, 0, 1, 0, 2, 0, 0xff, 0x81],
    CUT,
  );
  const whole = await open();
  whole.socket.write(bytes);
  await until('the paper', () => printer.papers().length === 1);
  const single = await open();
  single.socket.setNoDelay(true);
  for (const byte of bytes) {
    single.socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until('the second paper', () => printer.papers().filter(({ cut }) => cut).length === 2);
  const [first, second] = printer.papers();
  expect(second?.text).toBe('Order 417\n1x Pizza');
  expect(first?.text).toBe(second?.text);
  expect(second?.bytes).toEqual(first?.bytes);
  expect(first?.png()).toEqual(second?.png());
});

test('an image is printed dot by dot', async () => {
  const { socket } = await open();
  socket.write(job([0x1d, 0x76, 0x30, 0, 2, 0, 2, 0, 0b1010_0000, 0x01, 0x00, 0xff], CUT));
  const paper = await until('the paper', () => printer.papers()[0]);
  const png = PNG.sync.read(paper.png());
  const dark = (x: number, y: number) => (png.data[(png.width * (32 + y) + 32 + x) * 4] ?? 255) < 128;
  const rows = [0, 1].map((y) => Array.from({ length: 16 }, (_, x) => (dark(x, y) ? '#' : '.')).join(''));
  expect(rows).toEqual(['#.#............#', '........########']);
});

test('without paper the printer prints nothing and reports that; the ticket prints when there is paper', async () => {
  const { socket, answers } = await open();
  printer.set({ paper_out: true });
  socket.write(job('Order 418\n', CUT));
  socket.write(PROCESS_ID);
  socket.write(STATUS(4));
  await until('the status', () => answers().length > 0);
  expect((answers()[0] ?? 0) & 0b0110_0000).toBe(0b0110_0000);
  expect(printer.papers()).toHaveLength(0);
  printer.set({ paper_out: false });
  await until('the ticket', () => printer.papers()[0]?.cut);
  await until('the proof', () => answers().includes(Buffer.from('7"ABCD\0', 'latin1')));
});

test('bytes accepted without paper are printed once there is paper, even if the connection has ended', async () => {
  printer.set({ paper_out: true });
  const { socket } = await open();
  socket.end(job('Order 418\n', CUT));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(printer.papers()).toEqual([]);
  printer.set({ paper_out: false });
  expect(printer.papers().map(({ text }) => text.trim())).toEqual(['Order 418']);
});

test('each printer state sets its bit in the status bytes', async () => {
  const { socket, answers } = await open();
  const ask = async (kind: number) => {
    const before = answers().length;
    socket.write(STATUS(kind));
    await until('an answer', () => answers().length > before);
    return answers()[before] ?? 0;
  };
  expect(await ask(1)).toBe(0x12);
  printer.set({ cover_open: true });
  expect(await ask(1)).toBe(0x1a);
  expect((await ask(2)) & 0b100).toBe(0b100);
  printer.set({ cover_open: false, paper_near_end: true });
  expect(await ask(1)).toBe(0x12);
  expect((await ask(4)) & 0b1100).toBe(0b1100);
});

test('the confirmation follows the finished print, also on a slow printer', async () => {
  const { socket, answers } = await open();
  printer.set({ slow: 1_000 });
  socket.write(job('x'.repeat(300), '\n', CUT, PROCESS_ID));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(answers()).toHaveLength(0);
  await until('the proof', () => answers().length === 7);
  expect(printer.papers()[0]?.cut).toBe(true);
});

test('a connection that breaks during a ticket leaves an incomplete printout', async () => {
  const { socket, broken } = await open();
  printer.set({ reset_after_bytes: 6 });
  socket.write(job('Order 419\nmore\n', CUT));
  await until('the break', () => broken());
  await until('the piece', () => printer.papers().length === 1);
  expect(printer.papers()[0]?.cut).toBe(false);
});

test('an unplugged printer refuses connections until it is plugged in', async () => {
  printer.set({ refuse: true });
  await expect(open()).rejects.toThrow(/ECONNREFUSED/);
  printer.set({ refuse: false });
  const plugged = await until('the plug', () => open().catch(() => null));
  plugged.socket.write(job('back\n', CUT));
  await until('the paper', () => printer.papers().length === 1);
});

test('a printer plugged in again waits for its port, and can be unplugged repeatedly', async () => {
  for (const refuse of [true, false, true, false, true]) printer.set({ refuse });
  await until('it is unplugged', async () => (await open().catch(() => null)) === null);
  const other = createServer().listen(printer.port, printer.host);
  await new Promise((resolve) => other.once('listening', resolve));
  printer.set({ refuse: false });
  await new Promise((resolve) => setTimeout(resolve, 20));
  other.close();
  await until('it answers', async () => {
    const opened = await open().catch(() => null);
    opened?.socket.write(STATUS(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return (opened?.answers().length ?? 0) > 0;
  });
});

test('drawer kicks and unknown sequences are recorded', async () => {
  const { socket } = await open();
  socket.write(job('a', [0x1b, 0x70, 0, 25, 250], [0x1b, 0x7f], 'b\n', CUT));
  const paper = await until('the paper', () => printer.papers()[0]);
  expect(paper.drawerKicks).toBe(1);
  expect(paper.unknown).toEqual(['1b7f']);
  expect(paper.text).toBe('ab');
});

test('the printed letters are those of the selected code page', async () => {
  const { socket } = await open();
  socket.write(job([0x1b, 0x74, 19, 0xd5, 0x84], [0x1b, 0x74, 17, 0x80], [0x1b, 0x74, 16, 0x80, 0x0a], CUT));
  const paper = await until('the paper', () => printer.papers()[0]);
  expect(paper.text).toBe('€äА€');
});

test('the control page sets faults, shows printouts and removes them', async () => {
  const { socket } = await open();
  socket.write(job('hello\n', CUT));
  await until('the paper', () => printer.papers().length === 1);
  const get = async (path: string) => (await fetch(printer.control_url + path)).json();
  expect(await get('/papers')).toMatchObject({ papers: [{ number: 1, text: 'hello', cut: true, unknown: [] }] });
  const image = await fetch(`${printer.control_url}/papers/1.png`);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(PNG.sync.read(Buffer.from(await image.arrayBuffer())).width).toBe(640);
  const fault = (body: string) =>
    fetch(`${printer.control_url}/faults`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const wrong = await fault('{"on_fire":true}');
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('on_fire')]);
  await fault('{"cover_open":true}');
  expect(await get('/state')).toMatchObject({ faults: { cover_open: true } });
  await fetch(`${printer.control_url}/faults`, { method: 'DELETE' });
  expect(await get('/state')).toMatchObject({ faults: { cover_open: false } });
  await fetch(`${printer.control_url}/papers`, { method: 'DELETE' });
  expect(await get('/papers')).toEqual({ papers: [] });
});
