/** Thousands of pipelined requests on many connections, without a key, on every port of the app. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../../../../contract/english.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openCounter } from '../watch/counter-client.ts';
import { heldLoop } from '../watch/held-loop.ts';
import { inWords, lookMeanwhile } from '../watch/meanwhile.ts';
import { attacker } from './attacker.ts';
import type { PipelinedReport, PipelinedTraffic } from './pipelined-traffic.ts';

/** Connections in one burst. */
const CONNECTIONS = 250;
const LEAST_CONNECTIONS = 10;
/** Bytes that the app reads from a socket in one turn. */
const BYTES = 65_000;
const GOING_ON = 60;
const GOING_ON_MS = 10_000;
/** A client that pipelines more is cut off, not served to the end. */
const MOST_ANSWERS = 3;
/** Longest turn, ms of CPU time, in a full run; it once took over ten seconds. */
const TURN_MS = 1_000;
const WAIT_MS = 1_000;

export const pipelining: Attack = {
  wants: 'requests sent together without a key hold up the counter and real notifications',
  async run({ tries, say }) {
    const connections = Math.max(LEAST_CONNECTIONS, tries(CONNECTIONS));
    const isWhole = connections === CONNECTIONS;
    const displaysPort = await freePort();
    const app = await openVenueProcess({ robot: false, settings: { counter: { port: 0, displays: true, displays_port: displaysPort } } });
    const loop = heldLoop();
    const reached: string[] = [];
    let tried = 0;
    let longestTurn = 0;
    try {
      await app.switchOn([], loop.env);
      const { receiver } = JSON.parse(readFileSync(join(app.venue.dataDir, 'settings.json'), 'utf8'));
      const counter = await openCounter(app.counterUrl());
      const counterPort = Number(new URL(app.counterUrl()).port);
      const opened = await counter.call('venue.openRedirect', { via: 'loopback' });
      if (!opened.ok) throw new Error(english(opened.problem.text));
      const redirectPort = Number(new URL(opened.value.redirectUri).port);
      const orderId = await app.place('takeaway');
      const unsigned = `POST /notifications HTTP/1.1\r\nHost: x\r\nService-Signature: ${'0'.repeat(64)}\r\nContent-Length: 2\r\n\r\n{}`;
      const challenge = (port: number) => `GET /challenge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
      const bursts: [name: string, port: number, request: string][] = [
        ['requests for nothing', receiver.port, 'GET / HTTP/1.1\r\nHost:x\r\n\r\n'],
        ['notifications', receiver.port, unsigned],
        // The app answers these before they are complete.
        ['posts elsewhere', receiver.port, 'POST /x HTTP/1.1\r\nHost:x\r\nContent-Length: 2\r\n\r\n{}'],
        ['chunked posts', receiver.port, 'POST /x HTTP/1.1\r\nHost:x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
        ['impossible expectations', receiver.port, 'GET / HTTP/1.1\r\nHost:x\r\nExpect: y\r\n\r\n'],
        ['challenges of displays', displaysPort, challenge(displaysPort)],
        ['challenges of the counter', counterPort, challenge(counterPort)],
        ['codes', redirectPort, 'GET /connected/ HTTP/1.1\r\nHost:x\r\n\r\n'],
      ];

      const meanwhile = lookMeanwhile({ pid: app.pid(), receiverPort: receiver.port, counter, orderId, venueId: app.venue.venueId });
      const send = async (name: string, traffic: PipelinedTraffic): Promise<void> => {
        const began = Date.now();
        const report = (await attacker('pipelined-traffic.ts', traffic)) as PipelinedReport;
        const turn = loop.longestSince(began);
        tried += report.sent;
        longestTurn = Math.max(longestTurn, turn);
        say(`${name}: ${report.sent} sent, ${report.answers} answered, longest turn ${turn} ms`);
        if (report.mostAnswers > MOST_ANSWERS) reached.push(`${name}: ${report.mostAnswers} sent together on one connection were answered`);
        if (isWhole && turn > TURN_MS) reached.push(`${name}: nobody else had a turn for ${turn} ms`);
      };
      for (const [name, port, request] of bursts) await send(name, { port, request, connections, bytes: BYTES, forMs: 0 });
      if (isWhole)
        for (const [name, port, request] of bursts)
          await send(`${name}, on and on`, { port, request, connections: GOING_ON, bytes: BYTES, forMs: GOING_ON_MS });
      const noticed = await meanwhile.stop();

      if (!app.isOn()) reached.push('the process ended');
      if (!counter.isLinked()) reached.push('the link to the counter broke');
      for (const failed of new Set([...noticed.notifications.failed, ...noticed.calls.failed])) reached.push(failed);
      if (isWhole && noticed.notifications.p99 > WAIT_MS) reached.push(`real notifications took ${noticed.notifications.p99} ms`);
      if (isWhole && noticed.calls.p99 > WAIT_MS) reached.push(`calls of the counter took ${noticed.calls.p99} ms`);
      counter.close();
      return { tried, reached, figures: `longest turn ${longestTurn} ms; ${inWords(noticed)}` };
    } finally {
      await app.close();
      loop.close();
    }
  },
};
