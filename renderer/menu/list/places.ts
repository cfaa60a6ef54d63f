/** Offsets of a long list's rows, px. Pure. */

/** One more entry is the total height. */
export function placesOf<R>(rows: readonly R[], heightOf: (row: R) => number): Float64Array {
  const places = new Float64Array(rows.length + 1);
  let top = 0;
  // A plain loop: runs per letter over tens of thousands of rows.
  for (let at = 0; at < rows.length; at += 1) {
    top += heightOf(rows[at] as R);
    places[at + 1] = top;
  }
  return places;
}

/** Index of the row at this offset, clamped. */
export function firstAt(places: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, places.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
