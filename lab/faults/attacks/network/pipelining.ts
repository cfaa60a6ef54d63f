/** Thousands of pipelined requests on many connections, without a key, on every port of the app. */

import type { Attack } from '../attack.ts';
import { heldLoop } from '../watch/held-loop.ts';
import { failuresOf, inWords } from '../watch/meanwhile.ts';
import { attacker } from './attacker.ts';
import { openPorts } from './open-ports.ts';
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
    using loop = heldLoop();
    await using ports = await openPorts([], loop.env);
    const { app, counter, receiverPort, counterPort, displaysPort, redirect } = ports;
    const reached: string[] = [];
    let tried = 0;
    let longestTurn = 0;
    const unsigned = `POST /notifications HTTP/1.1\r\nHost: x\r\nService-Signature: ${'0'.repeat(64)}\r\nContent-Length: 2\r\n\r\n{}`;
    const challenge = (port: number) => `GET /challenge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    const bursts: [name: string, port: number, request: string][] = [
      ['requests for nothing', receiverPort, 'GET / HTTP/1.1\r\nHost:x\r\n\r\n'],
      ['notifications', receiverPort, unsigned],
      // The app answers these before they are complete.
      ['posts elsewhere', receiverPort, 'POST /x HTTP/1.1\r\nHost:x\r\nContent-Length: 2\r\n\r\n{}'],
      ['chunked posts', receiverPort, 'POST /x HTTP/1.1\r\nHost:x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
      ['impossible expectations', receiverPort, 'GET / HTTP/1.1\r\nHost:x\r\nExpect: y\r\n\r\n'],
      ['challenges of displays', displaysPort, challenge(displaysPort)],
      ['challenges of the counter', counterPort, challenge(counterPort)],
      ['codes', Number(redirect.port), 'GET /connected/ HTTP/1.1\r\nHost:x\r\n\r\n'],
    ];

    const meanwhile = ports.lookMeanwhile();
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
    reached.push(...failuresOf(noticed, isWhole ? { notificationMs: WAIT_MS, callMs: WAIT_MS } : {}));
    return { tried, reached, figures: `longest turn ${longestTurn} ms; ${inWords(noticed)}` };
  },
};
