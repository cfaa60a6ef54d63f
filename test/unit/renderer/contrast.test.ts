/** Contrast of each pair of color tokens that meet on screen, in both themes. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const RENDERER = new URL('../../../renderer/', import.meta.url);
const CSS = readFileSync(new URL('tokens.css', RENDERER), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const COLOURS = ['accent', 'amber', 'red', 'green'];
const GROUNDS = ['canvas', 'card', 'raised', 'bar'];
const TEXT: [string, string][] = [
  ...[...GROUNDS, 'n4'].flatMap((ground) => ['text', 'text-2'].map((text): [string, string] => [text, ground])),
  ['card', 'text'],
  ...COLOURS.flatMap((colour): [string, string][] => [
    [`${colour}-5`, `${colour}-1`],
    [`${colour}-5`, 'card'],
    [`${colour}-5`, 'bar'],
    [`on-${colour}`, `${colour}-4`],
  ]),
];
const SHAPES: [string, string][] = [
  ['n8', 'card'],
  ['n9', 'card'],
  ['accent-3', 'card'],
  ['accent-3', 'canvas'],
  ...COLOURS.flatMap((colour): [string, string][] => [
    [`${colour}-3`, 'card'],
    [`${colour}-3`, `${colour}-1`],
  ]),
];

test.each(THEMES)('in the %s theme every text has a contrast of 4.5:1 to its background, and every shape 3:1', (theme) => {
  const weak = (pairs: [string, string][], least: number) =>
    pairs.map(([a, b]) => ({ pair: `${a} on ${b}`, ratio: contrast(of(a, theme), of(b, theme)) })).filter(({ ratio }) => ratio < least);
  expect(weak(TEXT, 4.5)).toEqual([]);
  expect(weak(SHAPES, 3)).toEqual([]);
});

test('a color token is set in one place only', () => {
  const names = [...CSS.matchAll(/--([\w-]+):/g)].map(([, name]) => String(name));
  const colours = new Set(names.filter((name) => of(name, 'light').startsWith('oklch')));
  expect(colours.size).toBeGreaterThan(30);
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx?)$/.test(file));
  const setElsewhere = files
    .filter((file) => file !== 'tokens.css')
    .flatMap((file) => {
      const text = readFileSync(new URL(file, RENDERER), 'utf8');
      return [...text.matchAll(/(?<![\w(-])['"]?--([\w-]+)['"]?:/g)]
        .filter(([, name]) => colours.has(String(name)))
        .map(([, name]) => `${file}: --${name}`);
    });
  expect(setElsewhere).toEqual([]);
});

function of(token: string, theme: Theme): string {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(CSS)?.[1]?.trim();
  if (!value) throw new Error(`There is no token --${token}.`);
  const both = /^light-dark\((.*\)), (.*)\)$/.exec(value);
  const here = both ? String(both[theme === 'light' ? 1 : 2]) : value;
  const other = /^var\(--([\w-]+)\)$/.exec(here)?.[1];
  return other ? of(other, theme) : here;
}

function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return Math.round(((Number(lighter) + 0.05) / (Number(darker) + 0.05)) * 100) / 100;
}

/** Relative luminance of `oklch(L C H)`, through linear sRGB. */
function luminance(colour: string): number {
  const [l, c, h] = (/^oklch\(([\d. ]+)\)$/.exec(colour)?.[1] ?? '').split(' ').map(Number);
  if (l === undefined || c === undefined || h === undefined) throw new Error(`${colour} is no plain colour.`);
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const [long, middle, short] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const rgb = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * Number(rgb[0]) + 0.7152 * Number(rgb[1]) + 0.0722 * Number(rgb[2]);
}
