/** What staff do while the app is attacked: one call after another, from a process of its own, so that the attacker's work does not count as the app's. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { comeIn } from './page.ts';

const ASK_EVERY_MS = 20;

/** `address`: lets one page in. `end` answers with how many calls there were and how long they took, ms. */
export function staffMeanwhile(address: string, orderId: string): { end(): Promise<{ calls: number; median: number; p99: number }> } {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), address, orderId], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    async end() {
      child.stdin.end();
      await ended;
      return JSON.parse(said);
    },
  };
}

if (import.meta.main) {
  const [address = '', orderId = ''] = process.argv.slice(2);
  const page = await comeIn(address, undefined, false);
  const took: number[] = [];
  let going = true;
  process.stdin.on('end', () => {
    going = false;
  });
  process.stdin.resume();
  while (going && page.isOpen()) {
    const began = performance.now();
    await page.call('order.touch', { orderId });
    took.push(performance.now() - began);
    await pause(ASK_EVERY_MS);
  }
  page.leave();
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0;
  console.log(JSON.stringify({ calls: took.length, median: at(0.5), p99: at(0.99) }));
}
