/** Raw connections to a server in this process that send exactly the test's bytes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type RawSocket = Socket & { gone: boolean; heard: string };

/** Closed after the test. `from`: any address of this computer. */
export async function say(port: number, words: string, from = '127.0.0.1'): Promise<RawSocket> {
  const socket = Object.assign(connect({ port, host: '127.0.0.1', localAddress: from }), { gone: false, heard: '' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    socket.heard += String(data);
  });
  socket.once('close', () => {
    socket.gone = true;
  });
  await once(socket, 'connect');
  if (words !== '') socket.write(words);
  return socket;
}
