/** Where the rows of a long list begin, px from its top. Pure. */

/** One more than there are rows: the last is the height of them all. */
export function placesOf<R>(rows: readonly R[], heightOf: (row: R) => number): Float64Array {
  const places = new Float64Array(rows.length + 1);
  let top = 0;
  // With every letter of a search, over tens of thousands of rows.
  for (let at = 0; at < rows.length; at += 1) {
    top += heightOf(rows[at] as R);
    places[at + 1] = top;
  }
  return places;
}

/** The row that stands at this distance from the top; the first or last where it is beyond them. */
export function firstAt(places: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, places.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
