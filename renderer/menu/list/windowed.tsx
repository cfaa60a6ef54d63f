/** A long list that draws only visible rows, whose heights are known. */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { firstAt, placesOf } from './places.ts';
import './windowed.css';

interface WindowedProps<R> {
  label: string;
  rows: readonly R[];
  /** Height of a row, rem. */
  heightOf: (row: R) => number;
  /** A row to scroll to; a new `goes` scrolls there again. */
  goTo?: { at: number; goes: number } | null;
  children: (row: R) => ReactNode;
}

/** Rows drawn beyond both edges, so that the keyboard finds the next row. */
const BEYOND = 4;
/** More than are drawn at once. Elements are reused, because new ones for each letter are several times slower; so rows are stateless. */
const PLACES = 256;
const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

export function Windowed<R>({ label, rows, heightOf, goTo = null, children }: WindowedProps<R>) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ rem: 16, seen: 0 });
  const places = useMemo(() => placesOf(rows, (row) => heightOf(row) * size.rem), [rows, heightOf, size.rem]);
  const [first, setFirst] = useState(0);
  const [aim, setAim] = useState<number | null>(null);
  useLayoutEffect(() => {
    const own = box.current;
    if (!own) return;
    const measure = () => setSize({ rem: remPx(), seen: own.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(own);
    return () => watch.disconnect();
  }, []);
  const follow = () => setFirst(firstAt(places, box.current?.scrollTop ?? 0));
  // The list may have become shorter than the offset; the browser reports its scroll later.
  const from = Math.max(0, Math.min(first, firstAt(places, Math.max(0, (places.at(-1) ?? 0) - size.seen))) - BEYOND);
  const to = Math.min(rows.length, firstAt(places, (places[Math.min(from + BEYOND, rows.length)] ?? 0) + size.seen) + 1 + BEYOND);

  // biome-ignore lint/correctness/useExhaustiveDependencies: gone to once, whatever the rows are later
  useEffect(() => {
    if (goTo && box.current) box.current.scrollTop = places[goTo.at] ?? 0;
  }, [goTo]);
  useEffect(() => {
    if (aim === null) return;
    box.current?.querySelector<HTMLElement>(`[data-place="${aim}"] [data-row-name]`)?.focus();
    setAim(null);
  }, [aim]);
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const own = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-place]') : null;
    if (by === 0 || !own) return;
    const drawn = (place: number) => box.current?.querySelector(`[data-place="${place}"]`);
    let next = Number(own.dataset.place) + by;
    while (drawn(next) && !drawn(next)?.querySelector('[data-row-name]')) next += by;
    if (!drawn(next)) return;
    event.preventDefault();
    setAim(next);
  };

  return (
    <div ref={box} className="windowed" onScroll={follow}>
      <ul aria-label={label} style={{ blockSize: `${places.at(-1) ?? 0}px` }} onKeyDown={step}>
        {rows.slice(from, to).map((row, beyond) => {
          const place = from + beyond;
          const [top = 0, bottom = 0] = [places[place], places[place + 1]];
          return (
            <li
              key={place % PLACES}
              data-place={place}
              aria-setsize={rows.length}
              aria-posinset={place + 1}
              style={{ blockSize: `${bottom - top}px`, insetBlockStart: `${top}px` }}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
