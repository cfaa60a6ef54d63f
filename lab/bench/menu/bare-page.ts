/** A minimal page that does what the menu does: fetches a menu and shows a row, counts typed letters, counts a file's lines. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BarePage {
  url: string;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>Bare</title><button id="open">Menu</button><input id="field"><input type="file"><p id="said"></p><script>
  const row = (text, name) => {
    const made = document.createElement('div');
    made.className = name;
    made.textContent = text;
    document.body.append(made);
  };
  document.getElementById('open').onclick = async () => row((await (await fetch('/menu.json')).json()).texts[0], 'row');
  document.getElementById('field').oninput = ({ target }) => { document.getElementById('said').textContent = target.value.length; };
  document.querySelector('[type=file]').onchange = async ({ target }) => {
    const body = await target.files[0].text();
    row((await (await fetch('/check', { method: 'POST', body })).json()).things, 'checked');
  };
</script>`;

export async function serveBarePage(menu: string): Promise<BarePage> {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const text = Buffer.concat(parts).toString();
      const things = text.startsWith('{') ? Object.keys(JSON.parse(text)).length : text.split('\n').map((line) => line.split(',')).length;
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ things }));
    }
    const isMenu = request.url === '/menu.json';
    response.setHeader('content-type', isMenu ? 'application/json' : 'text/html').end(isMenu ? menu : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
