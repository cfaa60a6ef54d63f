/** Streets under the map, drawn by a separate page in a frame that reports the visible part. Without them the map is drawn plain. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Degrees, isTileTemplate, type Streets } from '../../../contract/contract.ts';
import type { FromMap, NoStreets, Sight, ToMap } from '../../map/messages.ts';
import { call } from '../../state/link.ts';
import { cornersOf, isInSight, overStreets } from './projection.ts';

/** A frame that says nothing for so long shows nothing. */
const PATIENCE_MS = 30_000;
/** A service that gave no streets is asked again after this time, or when the network or someone is back. */
const AGAIN_MS = 5 * 60_000;
/** A courier who rides out of sight moves the map once in this time at most: each picture of it is asked for from the service. */
const FOLLOW_MS = 60_000;
/** So much more is shown around whom the map was moved for, so that he stays in sight. */
const ROOM = 0.5;

export interface StreetsOfMap {
  /** Null where the map is drawn without streets. */
  streets: Streets | null;
  /** What is in sight once there is something to see. */
  sight: Sight | null;
  /** Whom the map belongs to. */
  named: string[];
  why: NoStreets | null;
  /** For the frame: it is loaded anew where this is another. */
  attempt: number;
  frame: (frame: HTMLIFrameElement | null) => void;
  /** By hand. */
  move: (message: Extract<ToMap, { kind: 'zoom' | 'push' }>) => void;
}

/** `fixed`: what is to be seen and stays where it is. `moving`: the couriers. */
export function useStreets(fixed: readonly Degrees[], moving: readonly Degrees[]): StreetsOfMap {
  const [streets, setStreets] = useState<Streets | null>(null);
  const [sight, setSight] = useState<Sight | null>(null);
  const [shown, setShown] = useState<string[] | null>(null);
  const [why, setWhy] = useState<NoStreets | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const isMovedByHand = useRef(false);
  /** What is in sight is about to be another part of the world. */
  const isOnItsWay = useRef(false);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const places = [...fixed, ...moving];
  const now = useRef(places);
  now.current = places;

  useEffect(() => {
    // Without an answer there are no streets.
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
    // What this computer cannot draw it cannot draw later either.
    if (why !== 'noTiles') return;
    const again = () => {
      isMovedByHand.current = false;
      setWhy(null);
      setAttempt((before) => before + 1);
    };
    const later = setTimeout(again, AGAIN_MS);
    // A page that no one sees draws nothing, and its tiles seem not to come.
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
