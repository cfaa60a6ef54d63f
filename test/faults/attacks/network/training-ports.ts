/** Somebody on the same computer, or a page in its browser, at the ports that training opens: the service in a box, the virtual printer and its page. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { english } from '../../../../contract/english.ts';
import { START } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openCounter } from '../watch/counter-client.ts';
import { listening } from '../watch/listening-ports.ts';

/** To each port. */
const CONNECTIONS = 1_200;
const LEAST_CONNECTIONS = 400;
/** Of descriptors, by all that training listens with: 256 for its receiver, as many for the service, 64 for the printer and for its page. */
const MOST_MORE = 700;
/** At full length only: when every deadline of a connection that says nothing is over. */
const DEADLINES_MS = 35_000;
const CALLS = ['/venues', '/orders', '/webhooks', '/faults', '/clock'];
const PLACES = ['/control', '', '/control/', '/control/private', '//control'];
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://elsewhere.example', 'content-type': 'text/plain' },
  { origin: 'null', 'content-type': 'application/json' },
  { host: 'elsewhere.example', 'content-type': 'application/json' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json' },
];

export const trainingPorts: Attack = {
  wants: 'whoever reaches the ports of training makes venues and orders there, or uses up the app with connections',
  async run({ tries }) {
    const connections = Math.max(LEAST_CONNECTIONS, tries(CONNECTIONS));
    const isWhole = connections === CONNECTIONS;
    const app = await openNewApp();
    const reached: string[] = [];
    const open: Socket[] = [];
    let tried = 0;
    try {
      const counter = await openCounter(app.counterUrl);
      const before = listening(app.pid);
      const began = await counter.call('training.start', {});
      if (!began.ok) throw new Error(english(began.problem.says));
      const ports = [...listening(app.pid)].filter((port) => !before.has(port));
      if (ports.length < 3) throw new Error(`Training listens on ${ports.length} ports only.`);

      await Promise.all(
        ports.map(async (port) => {
          // Not all together: they are to be answered, and not to push one another out.
          for (const place of PLACES) {
            const calls = CALLS.flatMap((call) => FOREIGN.map((headers) => ({ path: place + call, headers })));
            tried += calls.length;
            const answers = await Promise.all(calls.map(({ path, headers }) => post(port, path, headers)));
            for (const [number, status] of answers.entries())
              if (status >= 200 && status < 300) reached.push(`POST ${JSON.stringify(calls[number])} was answered ${status}`);
          }
        }),
      );

      const quiet = descriptors(app.pid);
      for (const port of ports)
        for (let number = 0; number < connections; number += 1) {
          tried += 1;
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => undefined);
          open.push(socket);
          await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
        }
      const more = descriptors(app.pid) - quiet;
      if (more > MOST_MORE) reached.push(`${more} connections that say nothing were kept`);
      if (isWhole) {
        await new Promise((resolve) => setTimeout(resolve, DEADLINES_MS));
        const left = descriptors(app.pid) - quiet;
        // What the lesson itself opens meanwhile is a few.
        if (left > 50) reached.push(`${left} connections that say nothing were still there after ${DEADLINES_MS} ms`);
      }
      const ordered = await counter.call('training.order', { kind: 'takeaway' });
      if (!ordered.ok) reached.push(`no practice order came any more: ${ordered.problem.says}`);
      if (!app.isOn()) reached.push('the process ended');
      counter.close();
      return { tried, reached, figures: `${more} descriptors more under ${open.length} connections that say nothing` };
    } finally {
      for (const socket of open) socket.destroy();
      await app.close();
    }
  },
};

/** The built app on an empty folder, in a process of its own: training is for a counter that no venue is connected to. */
async function openNewApp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-training-ports-'));
  const settings = join(dataDir, 'given.json');
  writeFileSync(settings, JSON.stringify({ counter: { port: 0 }, receiver: { port: 0 } }));
  const given = ['--data-dir', dataDir, '--settings', settings, '--host', 'browser', '--no-open', '--vault', 'file'];
  const child = spawn(process.execPath, [START, ...given], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const gone = once(child, 'exit');
  let counterUrl = '';
  for await (const line of createInterface({ input: child.stdout })) {
    counterUrl = /^Counter: +(\S+)/.exec(line)?.[1] ?? '';
    if (counterUrl !== '') break;
  }
  child.stdout.resume();
  const pid = child.pid ?? 0;
  const isOn = () => child.exitCode === null && child.signalCode === null;
  return {
    pid,
    counterUrl,
    isOn,
    async close() {
      if (isOn()) process.kill(-pid, 'SIGKILL');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The answer's status; 0 where the answer is none of HTTP. */
function post(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const asking = request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent: false, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => resolve(0));
    asking.end('{}');
  });
}

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
