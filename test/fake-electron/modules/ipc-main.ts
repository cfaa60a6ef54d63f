/** ipcMain: receives the preload's messages by the rules of structured clone. */
import { EventEmitter } from 'node:events';

type Handler = (event: unknown, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

export const ipcMain = Object.assign(new EventEmitter(), {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
    // Simulates another system, after this one's native code is loaded.
    if (process.env.STAND_IN_PLATFORM) Object.defineProperty(process, 'platform', { value: process.env.STAND_IN_PLATFORM });
  },
  removeHandler: (channel: string): void => void handlers.delete(channel),
});

/** The answer to a message; null if it needs none (sent, not invoked). */
export async function heardFromPreload(
  event: { sender: unknown; senderFrame: unknown },
  message: { invoke?: number; channel: string; args: unknown[] },
): Promise<object | null> {
  if (message.invoke === undefined) {
    ipcMain.emit(message.channel, event, ...message.args);
    return null;
  }
  const handler = handlers.get(message.channel);
  try {
    if (!handler) throw new Error(`No handler registered for '${message.channel}'`);
    return { invoked: message.invoke, value: structuredClone(await handler(event, ...message.args)) };
  } catch (error) {
    return { invoked: message.invoke, error: `Error invoking remote method '${message.channel}': ${String(error)}` };
  }
}
