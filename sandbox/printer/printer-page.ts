import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal, readBody } from '../wire/exchange.ts';
import { DEADLINES, limitConnections, refuseForeignPages, secretPart } from '../wire/protection.ts';
import { NO_FAULTS } from './faults.ts';
import type { VirtualPrinter } from './printer.ts';

type Printer = Omit<VirtualPrinter, 'control_url' | 'close'>;

const MOST_CONNECTIONS = 64;

/** `private`: at an unguessable path. */
export async function startPrinterPage(
  printer: Printer,
  options: { port: number; private: boolean },
): Promise<{ url: string; close(): Promise<void> }> {
  const base = options.private ? `/${secretPart()}` : '';
  const server = createServer(DEADLINES, (request, response) => {
    serve(printer, base, request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) return json(response, 400, { reason: error instanceof Error ? error.message : String(error) });
      const { status, body, headers } = error.reply;
      json(response, status, body, headers);
    });
  });
  limitConnections(server, MOST_CONNECTIONS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(printer: Printer, base: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  refuseForeignPages(request);
  const [path = ''] = (request.url ?? '/').split('?');
  if (!path.startsWith(base)) throw new Refusal(404, { reason: 'Unknown address.' }, { connection: 'close' });
  const call = `${request.method} ${path.slice(base.length) || '/'}`;
  const image = /^GET \/papers\/(\d+)\.(png|bin)$/.exec(call);
  if (image) {
    const paper = printer.papers().find(({ number }) => number === Number(image[1]));
    if (!paper) return json(response, 404, { reason: 'No such paper.' });
    const png = image[2] === 'png';
    response.writeHead(200, { 'content-type': png ? 'image/png' : 'application/octet-stream', 'cache-control': 'no-store' });
    response.end(png ? paper.png() : paper.bytes);
    return;
  }
  switch (call) {
    case 'GET /':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
      return;
    case 'GET /papers':
      return json(response, 200, {
        papers: printer.papers().map(({ number, at, text, cut, bytes, drawerKicks, unknown }) => ({
          number,
          at,
          text,
          cut,
          bytes: bytes.length,
          drawer_kicks: drawerKicks,
          unknown,
        })),
      });
    case 'DELETE /papers':
      printer.clear();
      return json(response, 200, {});
    case 'GET /state':
      return json(response, 200, { host: printer.host, port: printer.port, faults: printer.faults() });
    case 'POST /faults':
      printer.set(JSON.parse(String(await readBody(request))) as object);
      return json(response, 200, printer.faults());
    case 'DELETE /faults':
      printer.set(NO_FAULTS);
      return json(response, 200, printer.faults());
    case 'GET /log':
      return json(response, 200, { events: printer.events() });
    default:
      return json(response, 404, { reason: 'The printer has no such call; see sandbox/README.md.' });
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Virtual printer</title>
<style>
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #3a3f45; color: #fff; }
  header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding: .75rem 1.5rem; background: #22262a; }
  h1 { font-size: 1.1rem; margin: 0 auto 0 0; }
  button { font: inherit; padding: .4rem .9rem; border: 1px solid #7a828a; border-radius: .4rem; background: #3a3f45; color: #fff; cursor: pointer; }
  button[aria-pressed=true] { background: #c0392b; border-color: #c0392b; }
  main { display: flex; flex-wrap: wrap; gap: 1.5rem; padding: 1.5rem; align-items: flex-start; }
  img { width: 320px; box-shadow: 0 4px 16px #0008; }
  p { opacity: .8; }
</style>
<header><h1>Virtual printer</h1>
  <button data-fault="paper_out">Paper out</button>
  <button data-fault="paper_near_end">Paper nearly out</button>
  <button data-fault="cover_open">Cover open</button>
  <button data-fault="offline">Offline</button>
  <button data-fault="refuse">Unplugged</button>
  <button id="clear">Empty the tray</button>
</header>
<main><p>Nothing was printed yet.</p></main>
<script>
  const main = document.querySelector('main');
  const here = location.pathname.replace(/\\/$/, '') + '/';
  let shown = '';
  async function look() {
    const [{ papers }, { faults }] = await Promise.all(['papers', 'state'].map((path) => fetch(here + path).then((answer) => answer.json())));
    for (const button of document.querySelectorAll('[data-fault]')) button.setAttribute('aria-pressed', faults[button.dataset.fault]);
    const key = JSON.stringify(papers.map((paper) => [paper.number, paper.bytes, paper.cut]));
    if (key === shown) return;
    shown = key;
    main.replaceChildren(...papers.slice(-40).reverse().map((paper) => {
      const image = new Image();
      image.src = here + 'papers/' + paper.number + '.png?' + paper.bytes;
      image.alt = paper.text;
      return image;
    }));
  }
  document.querySelector('header').addEventListener('click', async ({ target }) => {
    const { fault } = target.dataset;
    if (fault) await fetch(here + 'faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ [fault]: target.getAttribute('aria-pressed') !== 'true' }) });
    if (target.id === 'clear') await fetch(here + 'papers', { method: 'DELETE' });
    look();
  });
  setInterval(look, 1000);
  look();
</script>
</html>
`;
