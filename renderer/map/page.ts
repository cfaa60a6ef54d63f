/** The map page: streets by MapLibre in a frame under the drawing. It knows only the tile address and the visible part. */
import { Map as Ground, type LngLatBoundsLike, type MapOptions, setWorkerCount, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { Corners, FromMap, NoStreets, ToMap } from './messages.ts';
import './page.css';

/** Maximum zoom, if the service gives none. */
const USUAL_LARGEST = 19;
/** Maximum zoom for a single place. */
const CLOSEST_BY_ITSELF = 16;
/** Margin around places, CSS px, so that no mark is at the edge or under a button. */
const EDGE = { top: 40, bottom: 40, left: 72, right: 72 };
/** This many missing tiles in a row mean failure. Single ones may be missing, such as those at sea. */
const MISSING_IN_A_ROW = 4;
/** Marks movements by staff. */
const BY_HAND = { byHand: true };

// MapLibre expects its worker next to itself; here the worker has a hashed name and its own CSP.
setWorkerUrl(new URL(workerUrl, import.meta.url).href);
setWorkerCount(1);

let ground: Ground | null = null;

function tell(message: FromMap): void {
  window.parent.postMessage(message, location.origin);
}

/** Ends the map for good: nothing more is requested. */
function fail(why: NoStreets): void {
  ground?.remove();
  ground = null;
  tell({ kind: 'failed', why });
}

type Begin = Extract<ToMap, { kind: 'begin' }>;

function styleOf({ streets: { address, largestZoom }, isOfPictures }: Begin): NonNullable<MapOptions['style']> {
  if (!isOfPictures) return address;
  const maxzoom = largestZoom ?? USUAL_LARGEST;
  return {
    version: 8,
    sources: { streets: { type: 'raster', tiles: [address], tileSize: 256, maxzoom } },
    layers: [{ id: 'streets', type: 'raster', source: 'streets' }],
  };
}

function withRoom([west, south, east, north]: Corners, room: number): LngLatBoundsLike {
  const [wide, high] = [(east - west) * room, (north - south) * room];
  return [west - wide, Math.max(-85, south - high), east + wide, Math.min(85, north + high)];
}

function begin(options: Begin): void {
  const container = document.getElementById('ground');
  if (!container || ground) return;
  try {
    ground = new Ground({
      container,
      style: styleOf(options),
      bounds: withRoom(options.corners, 0),
      fitBoundsOptions: { padding: EDGE, maxZoom: CLOSEST_BY_ITSELF },
      // The main page shows the attribution as plain text.
      attributionControl: false,
      // The main page takes taps and keys, which it wouldn't get from this frame.
      interactive: false,
      renderWorldCopies: false,
      fadeDuration: 0,
      // Tiles stay valid while the map is open.
      refreshExpiredTiles: false,
    });
  } catch (error) {
    return fail(error instanceof Error && error.name === 'GPUInitializationError' ? 'noWebgl' : 'noTiles');
  }
  follow(ground);
}

/** Reports the visible part, and failure. */
function follow(map: Ground): void {
  let hasStyle = false;
  let isShown = false;
  let hasTiles = false;
  /** Number of failed tiles in a row. */
  let failed = 0;
  const reportView = (byHand: boolean): void => {
    const { lat, lng: lon } = map.getCenter();
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    tell({ kind: 'sight', sight: { centre: { lat, lon }, zoom: map.getZoom(), width, height }, byHand });
  };
  map.on('style.load', () => {
    hasStyle = true;
    reportView(false);
  });
  map.on('data', (event) => {
    if (event.dataType !== 'source' || event.tile?.state !== 'loaded') return;
    hasTiles = true;
    failed = 0;
  });
  map.on('error', (event) => {
    if (!('tile' in event)) return hasStyle ? undefined : fail('noTiles');
    failed += 1;
    // MapLibre neither redraws nor becomes idle after a failed tile.
    map.triggerRepaint();
  });
  map.on('move', (event) => reportView('byHand' in event));
  map.on('resize', () => reportView(false));
  // When idle, tiles still missing won't come.
  map.on('idle', () => {
    if (!hasTiles || failed >= MISSING_IN_A_ROW) return fail('noTiles');
    if (isShown) return;
    isShown = true;
    tell({ kind: 'shown', named: namedBy(map) });
  });
  map.on('webglcontextlost', () => fail('noWebgl'));
}

/** Attributions of the sources, HTML removed. */
function namedBy(map: Ground): string[] {
  const texts = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution ?? '');
  const plain = texts.map((text) => new DOMParser().parseFromString(text, 'text/html').body.textContent.trim());
  return [...new Set(plain.filter((text) => text !== ''))];
}

function see(corners: Corners, room: number): void {
  ground?.fitBounds(withRoom(corners, room), { padding: EDGE, maxZoom: CLOSEST_BY_ITSELF, animate: false });
}

window.addEventListener('message', ({ source, origin, data }: MessageEvent<ToMap>) => {
  if (source !== window.parent || origin !== location.origin) return;
  if (data.kind === 'begin') begin(data);
  if (data.kind === 'see') see(data.corners, data.room);
  // Moves without animation.
  if (data.kind === 'zoom') ground?.jumpTo({ zoom: Math.round(ground.getZoom()) + data.by }, BY_HAND);
  if (data.kind === 'push') ground?.panBy([-data.by[0], -data.by[1]], { animate: false }, BY_HAND);
});
tell({ kind: 'ready' });
