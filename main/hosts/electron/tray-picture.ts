/** The tray icon: its background shows the worst state, its badge a count. Shapes differ too, not only colors. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Light } from './tray-state.ts';

export interface TrayState {
  light: Light;
  /** Orders in the state that `light` shows; "9+" above nine. */
  count: number;
  dark: boolean;
}

interface Look {
  ground: string;
  lines: string;
  badge: string;
}

const LOOK: Record<Light, Look> = {
  quiet: { ground: '#12201e', lines: '#ffffff', badge: '' },
  new: { ground: '#ffb627', lines: '#12201e', badge: '#b21f18' },
  late: { ground: '#b21f18', lines: '#ffffff', badge: '#12201e' },
  printer: { ground: '#2b74c9', lines: '#ffffff', badge: '#b21f18' },
  offline: { ground: '#6e7c78', lines: '#ffffff', badge: '#b21f18' },
  trouble: { ground: '#7453cf', lines: '#ffffff', badge: '#b21f18' },
};
/** On a dark bar the quiet icon is light, and the others have a rim. */
const QUIET_ON_DARK: Look = { ground: '#e8ebe8', lines: '#12201e', badge: '' };

/** Digits of 3 × 5 dots, readable at 16 px, unlike fonts. */
const DIGITS = ['75557', '26227', '71747', '71317', '55711', '74717', '74757', '71122', '75757', '75717'];

function traySvg({ light, count, dark }: TrayState): string {
  const { ground, lines, badge } = light === 'quiet' && dark ? QUIET_ON_DARK : LOOK[light];
  const rim = dark ? ' stroke="#ffffff" stroke-width="1.5"' : '';
  const stroke = `fill="none" stroke="${lines}" stroke-width="2.4" stroke-linecap="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
<rect x="1" y="1" width="30" height="30" rx="7" fill="${ground}"${rim}/>
<path d="M4.5 20C8 14 12 11.2 16 11.2s8 2.8 11.5 8.8M3.5 22h25" ${stroke}/>
<path d="M11 7h10v20l-2.5-2-2.5 2-2.5-2-2.5 2z" fill="${light === 'quiet' && dark ? '#12201e' : '#ffffff'}"/>
${badgeOf(light, count, badge)}</svg>`;
}

function badgeOf(light: Light, count: number, color: string): string {
  switch (light) {
    case 'quiet':
      return '';
    case 'new':
    case 'late':
      return `<rect x="14" y="0" width="18" height="16" rx="4" fill="${color}" stroke="#ffffff"/>${digits(count)}`;
    case 'printer':
      return `<rect x="14" y="0" width="18" height="16" rx="4" fill="${color}"/><path d="M19 6V2.500h8V6M19 11h-2.500V6h13v5H27M19 9h8v5h-8z" fill="none" stroke="#ffffff" stroke-width="1.6"/>`;
    case 'offline':
      return `<path d="M4 28L28 4" stroke="${color}" stroke-width="5" stroke-linecap="round"/>`;
    case 'trouble':
      return `<path d="M23 0.500L32 16H14z" fill="${color}"/><path d="M23 6v4.500M23 13h.01" stroke="#ffffff" stroke-width="2" stroke-linecap="round"/>`;
  }
}

function digits(count: number): string {
  const words = count > 9 ? [DIGITS[9] ?? '', '02720'] : [DIGITS[Math.max(0, count)] ?? ''];
  const left = 23 - (words.length * 8 - 2) / 2;
  return words
    .flatMap((word, at) =>
      [...word].flatMap((row, y) =>
        [4, 2, 1].flatMap((bit, x) =>
          Number(row) & bit ? [`<rect x="${left + at * 8 + x * 2}" y="${3 + y * 2}" width="2" height="2" fill="#ffffff"/>`] : [],
        ),
      ),
    )
    .join('');
}

/** A PNG of 32 px, for density two. */
export async function trayPicture(state: TrayState): Promise<Buffer> {
  const picture = await loadImage(Buffer.from(traySvg(state)));
  const canvas = createCanvas(32, 32);
  canvas.getContext('2d').drawImage(picture, 0, 0, 32, 32);
  return canvas.toBuffer('image/png');
}
