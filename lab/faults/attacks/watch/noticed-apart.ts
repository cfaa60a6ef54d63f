/** Measures an attack's effect from a separate process, so that the attacker's work doesn't count as the app's. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openCounter } from './counter-screen.ts';
import { lookMeanwhile, type Noticed } from './meanwhile.ts';

interface About {
  /** An address that admits one page. */
  address: string;
  pid: number;
  receiverPort: number;
  orderId: string;
  venueId: string;
}

export function noticeApart(about: About): { end(): Promise<Noticed> } {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(about)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    async end() {
      child.stdin.end();
      await ended;
      return JSON.parse(output);
    },
  };
}

if (import.meta.main) {
  const { address, ...about } = JSON.parse(process.argv[2] ?? '') as About;
  const counter = await openCounter(address);
  const meanwhile = lookMeanwhile({ ...about, counter });
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.once('end', resolve));
  const noticed = await meanwhile.stop();
  counter.close();
  console.log(JSON.stringify(noticed));
}
