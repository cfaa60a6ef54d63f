/** The same counter in a browser of this computer, on loopback only. */
import type { App } from '../../app.ts';
import { type PageServer, servePage } from './page-server.ts';

export interface BrowserHost extends PageServer {
  /** The address that lets a browser in; it carries the launch key. */
  url: string;
}

export async function startBrowserHost(options: {
  app: App;
  rendererDir: string;
  preferredPort: number;
  key: string;
}): Promise<BrowserHost> {
  const { key } = options;
  const server = await servePage({
    ...options,
    address: '127.0.0.1',
    names: () => ['127.0.0.1', 'localhost'],
    guests: [{ key, home: '/', mayCall: () => true, shown: (push) => push }],
  });
  return { ...server, url: `http://127.0.0.1:${server.port}/?key=${key}` };
}
