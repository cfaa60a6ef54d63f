/** A map tile service: images by zoom, column and row, each of one color, and a style that names them. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';

export interface TileService {
  /** Address of a tile, with placeholders for zoom, column and row. */
  template: string;
  style: string;
  origin: string;
  /** All requests to the service, oldest first. */
  asked: { path: string; headers: IncomingMessage['headers'] }[];
  /** Status for tile requests; 200 by default. */
  status: number;
  close(): Promise<void>;
}

export const GROUND = [90, 160, 210] as const;

export async function openTileService(): Promise<TileService> {
  const picture = tile();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    service.asked.push({ path, headers: request.headers });
    response.setHeader('access-control-allow-origin', '*');
    if (path.startsWith('/style.json')) return void response.setHeader('content-type', 'application/json').end(styleOf(service.template));
    const isTile = /^\/\d+\/\d+\/\d+\.png/.test(path);
    response.writeHead(isTile ? service.status : 404, { 'content-type': 'image/png' });
    response.end(isTile && service.status === 200 ? picture : undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: TileService = {
    template: `${origin}/{z}/{x}/{y}.png?key=Tile5ecret2026`,
    style: `${origin}/style.json?key=Tile5ecret2026`,
    origin,
    asked: [],
    status: 200,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return service;
}

function tile(): Buffer {
  const png = new PNG({ width: 256, height: 256 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...GROUND, 255], at);
  return PNG.sync.write(png);
}

/** The attribution is HTML, as with real services. */
function styleOf(template: string): string {
  const attribution = '<a href="https://maps.example.test">Harbour surveyors</a>';
  return JSON.stringify({
    version: 8,
    sources: { ground: { type: 'raster', tiles: [template], tileSize: 256, attribution } },
    layers: [{ id: 'ground', type: 'raster', source: 'ground' }],
  });
}
