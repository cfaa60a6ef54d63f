/** An attacker's process that pipelines requests on many connections. Its argument is a PipelinedTraffic. */
import { connect } from 'node:net';

export interface PipelinedTraffic {
  port: number;
  connections: number;
  request: string;
  /** Per connection. */
  bytes: number;
  /** How long closed connections are reopened, ms; 0 for one burst. */
  forMs: number;
}

export interface PipelinedReport {
  sent: number;
  answers: number;
  mostAnswers: number;
}

/** A connection without answers for this long is given up. */
const SILENCE_MS = 10_000;
const AGAIN_MS = 20;

const given = JSON.parse(process.argv[2] ?? '') as PipelinedTraffic;
const times = Math.ceil(given.bytes / given.request.length);
const together = Buffer.from(given.request.repeat(times), 'latin1');
const ANSWER = 'HTTP/1.1 ';
const report: PipelinedReport = { sent: 0, answers: 0, mostAnswers: 0 };
const until = performance.now() + given.forMs;

/** Sends all requests at once. Resolves when the connection ends. */
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
