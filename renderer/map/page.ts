/**
 * The map page: streets drawn by MapLibre, in a frame below what the main screen draws. It knows only the address of tiles and the visible
 * part.
 */
import { Map as Ground, type LngLatBoundsLike, type MapOptions, setWorkerCount, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { Corners, FromMap, NoStreets, ToMap } from './messages.ts';
import './page.css';

/** Of services that do not say it. */
const USUAL_LARGEST = 19;
/** A single place is shown with the streets around it. */
const CLOSEST_BY_ITSELF = 16;
/** CSS pixels around the places: no mark lies on the edge or below a button. */
const EDGE = { top: 40, bottom: 40, left: 72, right: 72 };
/** A service may lack a tile of the sea here and there; so many in a row are nothing to look at. */
const MISSING_IN_A_ROW = 4;
/** Told with a movement that someone made. */
const BY_HAND = { byHand: true };

// The library would look for it beside itself; here each has a name by its content, and a policy of its own.
setWorkerUrl(new URL(workerUrl, import.meta.url).href);
setWorkerCount(1);

let ground: Ground | null = null;

function tell(message: FromMap): void {
  window.parent.postMessage(message, location.origin);
}

/** Once, and nothing more is asked of anybody. */
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
      // Its words are shown by the counter, always and as plain text.
      attributionControl: false,
      // Touched is the counter's own page: what is touched in here, and typed after it, it would not hear of.
      interactive: false,
      renderWorldCopies: false,
      fadeDuration: 0,
      // What was fetched once is good for as long as the map is open.
      refreshExpiredTiles: false,
    });
  } catch (error) {
    return fail(error instanceof Error && error.name === 'GPUInitializationError' ? 'noWebgl' : 'noTiles');
  }
  follow(ground);
}

/** Tells what is in sight, and when there is nothing to see. */
function follow(map: Ground): void {
  let hasStyle = false;
  let isShown = false;
  let hasTiles = false;
  /** Tiles in a row. */
  let failed = 0;
  const tellSight = (byHand: boolean): void => {
    const { lat, lng: lon } = map.getCenter();
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    tell({ kind: 'sight', sight: { centre: { lat, lon }, zoom: map.getZoom(), width, height }, byHand });
  };
  map.on('style.load', () => {
    hasStyle = true;
    tellSight(false);
  });
  map.on('data', (event) => {
    if (event.dataType !== 'source' || event.tile?.state !== 'loaded') return;
    hasTiles = true;
    failed = 0;
  });
  map.on('error', (event) => {
    if (!('tile' in event)) return hasStyle ? undefined : fail('noTiles');
    failed += 1;
    // By itself the library draws nothing anew for a tile that does not come, and is never still.
    map.triggerRepaint();
  });
  map.on('move', (event) => tellSight('byHand' in event));
  map.on('resize', () => tellSight(false));
  // Nothing is under way any more: what is missing now stays missing.
  map.on('idle', () => {
    if (!hasTiles || failed >= MISSING_IN_A_ROW) return fail('noTiles');
    if (isShown) return;
    isShown = true;
    tell({ kind: 'shown', named: namedBy(map) });
  });
  map.on('webglcontextlost', () => fail('noWebgl'));
}

/** Whom the sources of a style name, without what their texts hold of HTML. */
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
  // At once, as reduced motion wants it: no one needs to see the way.
  if (data.kind === 'zoom') ground?.jumpTo({ zoom: Math.round(ground.getZoom()) + data.by }, BY_HAND);
  if (data.kind === 'push') ground?.panBy([-data.by[0], -data.by[1]], { animate: false }, BY_HAND);
});
tell({ kind: 'ready' });
