/** Streets under the map, drawn by a page in a frame that reports its visible part. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Degrees, isTileTemplate, type Streets } from '../../../contract/contract.ts';
import type { FromMap, NoStreets, Sight, ToMap } from '../../map/messages.ts';
import { call } from '../../state/link.ts';
import { cornersOf, isInSight, overStreets } from './projection.ts';

/** A frame silent this long has failed, ms. */
const PATIENCE_MS = 30_000;
/** Interval of retries after failed tiles, ms; also when online or visible again. */
const AGAIN_MS = 5 * 60_000;
/** Shortest time between moves to a courier out of view, ms, to limit tile requests. */
const FOLLOW_MS = 60_000;
/** Margin around couriers that the map follows, as a share of its size. */
const ROOM = 0.5;

export interface StreetsOfMap {
  streets: Streets | null;
  /** The visible part; null until something is drawn. */
  sight: Sight | null;
  named: string[];
  why: NoStreets | null;
  /** Key of the frame: a change reloads it. */
  attempt: number;
  frame: (frame: HTMLIFrameElement | null) => void;
  move: (message: Extract<ToMap, { kind: 'zoom' | 'push' }>) => void;
}

/** `fixed`: places to show. `moving`: couriers. */
export function useStreets(fixed: readonly Degrees[], moving: readonly Degrees[]): StreetsOfMap {
  const [streets, setStreets] = useState<Streets | null>(null);
  const [sight, setSight] = useState<Sight | null>(null);
  const [shown, setShown] = useState<string[] | null>(null);
  const [why, setWhy] = useState<NoStreets | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const isMovedByHand = useRef(false);
  /** The map is moving to another part. */
  const isOnItsWay = useRef(false);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const places = [...fixed, ...moving];
  const now = useRef(places);
  now.current = places;

  useEffect(() => {
    void call('courier.streets', {}).then((answer) => answer.ok && setStreets(answer.value.streets));
  }, []);

  const send = useCallback((message: ToMap) => frame?.contentWindow?.postMessage(message, location.origin), [frame]);

  useEffect(() => {
    if (!frame || !streets) return;
    const fail = (reason: NoStreets) => {
      setWhy(reason);
      setShown(null);
      setSight(null);
    };
    const tooLong = setTimeout(() => fail('noTiles'), PATIENCE_MS);
    const hear = ({ source, origin, data }: MessageEvent<FromMap>) => {
      if (source !== frame.contentWindow || origin !== location.origin) return;
      if (data.kind === 'ready')
        send({ kind: 'begin', streets, isOfPictures: isTileTemplate(streets.address), corners: cornersOf(now.current) });
      if (data.kind === 'sight') {
        isMovedByHand.current ||= data.byHand;
        isOnItsWay.current = false;
        setSight(data.sight);
      }
      if (data.kind === 'shown') {
        clearTimeout(tooLong);
        setShown(data.named);
      }
      if (data.kind === 'failed') fail(data.why);
    };
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(tooLong);
      window.removeEventListener('message', hear);
    };
  }, [frame, streets, send]);

  useEffect(() => {
    // Only missing tiles are tried again: a computer that can't draw streets won't later.
    if (why !== 'noTiles') return;
    const again = () => {
      isMovedByHand.current = false;
      setWhy(null);
      setAttempt((before) => before + 1);
    };
    const later = setTimeout(again, AGAIN_MS);
    // Hidden pages don't draw, so tiles seem to fail.
    const ifSeen = () => document.visibilityState === 'visible' && again();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', ifSeen);
    return () => {
      clearTimeout(later);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', ifSeen);
    };
  }, [why]);

  const isShown = shown !== null;
  const fixedKey = JSON.stringify(fixed);
  const seen = useRef(fixedKey);
  useEffect(() => {
    if (!isShown || seen.current === fixedKey) return;
    seen.current = fixedKey;
    isMovedByHand.current = false;
    isOnItsWay.current = true;
    send({ kind: 'see', corners: cornersOf(now.current), room: 0 });
  }, [fixedKey, isShown, send]);

  const isOutside = isShown && sight !== null && moving.some((place) => !isInSight(overStreets(sight), place));
  const movingKey = JSON.stringify(moving);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of a courier is looked at anew
  useEffect(() => {
    if (!isOutside || isMovedByHand.current || isOnItsWay.current || performance.now() - movedAt.current < FOLLOW_MS) return;
    movedAt.current = performance.now();
    send({ kind: 'see', corners: cornersOf(now.current), room: ROOM });
  }, [isOutside, movingKey, send]);

  return {
    streets: why === null ? streets : null,
    sight: isShown ? sight : null,
    named: streets && shown ? [...new Set([streets.attribution, ...shown])] : [],
    why,
    attempt,
    frame: setFrame,
    move: send,
  };
}
