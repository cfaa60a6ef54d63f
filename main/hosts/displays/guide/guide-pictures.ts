/** Small drawings for the guide's steps, colored by its style sheet. */

const drawn = (parts: string): string => `<svg viewBox="0 0 120 64" aria-hidden="true">${parts}</svg>`;
const line = (x: number, y: number, width: number): string => `<rect class="line" x="${x}" y="${y}" width="${width}" height="4" rx="2"/>`;
const card = '<rect class="card" x="1" y="1" width="118" height="62" rx="6"/>';
const row = (y: number, isChosen: boolean): string =>
  `${isChosen ? `<rect class="chosen" x="6" y="${y - 6}" width="108" height="16" rx="4"/>` : ''}${line(14, y, 52)}<path class="mark" d="M104 ${y - 3}l5 5-5 5"/>`;

export const PICTURES = {
  save: drawn(`${card}<path class="mark" d="M60 12v26m-10-10 10 10 10-10M38 44v8h44v-8"/>`),
  choose: drawn(card + row(15, false) + row(31, true) + row(47, false)),
  turnOn: drawn(
    `${card}${line(14, 30, 52)}<rect class="on" x="80" y="22" width="32" height="20" rx="10"/><circle class="knob" cx="102" cy="32" r="8"/>`,
  ),
  compare: drawn(
    `${card}${[14, 34, 54, 74].map((x) => line(x, 20, 14) + line(x, 40, 14)).join('')}<path class="mark" d="M96 32l6 6 10-12"/>`,
  ),
};
