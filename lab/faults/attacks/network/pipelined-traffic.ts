/** A process of an attacker who sends many requests together on each of many connections. Told by its one argument. */
import { connect } from 'node:net';

export interface PipelinedTraffic {
  port: number;
  connections: number;
  /** Sent again and again on every connection, without a wait for an answer. */
  request: string;
  /** Of requests, on each connection. */
  bytes: number;
  /** For so long each connection that is closed is opened again; 0 for one burst. */
  forMs: number;
}

export interface PipelinedReport {
  /** Requests. */
  sent: number;
  answers: number;
  /** On one connection. */
  mostAnswers: number;
}

/** A connection that is not cut off is left when so long no answer has come on it. */
const SILENCE_MS = 10_000;
const AGAIN_MS = 20;

const given = JSON.parse(process.argv[2] ?? '') as PipelinedTraffic;
const times = Math.ceil(given.bytes / given.request.length);
const together = Buffer.from(given.request.repeat(times), 'latin1');
const ANSWER = 'HTTP/1.1 ';
const report: PipelinedReport = { sent: 0, answers: 0, mostAnswers: 0 };
const until = performance.now() + given.forMs;

/** Resolves when the connection is over. */
function shoot(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: given.port, host: '127.0.0.1' });
    let answers = 0;
    let end = '';
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.once('connect', () => {
      report.sent += times;
      socket.write(together);
    });
    socket.on('data', (data) => {
      const text = end + data.toString('latin1');
      answers += text.split(ANSWER).length - 1;
      end = text.slice(-(ANSWER.length - 1));
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      report.answers += answers;
      report.mostAnswers = Math.max(report.mostAnswers, answers);
      resolve();
    });
  });
}

async function lane(): Promise<void> {
  await shoot();
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    await shoot();
  }
}

await Promise.all(Array.from({ length: given.connections }, lane));
process.send?.({ report }, () => process.exit());
