/** net: the main process's requests, made by Node. */
import { EventEmitter } from 'node:events';
import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';

export const net = {
  request({ session: _session, ...options }: RequestOptions & { session?: unknown }): ClientRequest {
    return options.protocol === 'https:' ? overHttps(options) : overHttp(options);
  },
};

/** macOS's own updater, unused here. */
export const autoUpdater = new EventEmitter();
