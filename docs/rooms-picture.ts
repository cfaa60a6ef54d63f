/** The picture of docs/architecture.md with an arrow for each import between two rooms. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['main', 'renderer', 'contract', 'preload', 'sandbox', 'relay'];

/** `main/orders`, `main/app`, `renderer`… or null for what the picture leaves out. */
function roomOf(path: string): string | null {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'main') return SOURCES.includes(top) ? top : null;
  return third === undefined ? null : `main/${second}`;
}

/** docs/architecture.md as it is, with the arrows of today. The rooms in the picture are written by hand. */
export function architecturePage(): string {
  const page = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
  const picture = /```mermaid\n(.+?)```/s.exec(page)?.[1] ?? '';
  const rooms = picture.split('\n').filter((line) => line.includes('['));
  const names = new Map(rooms.map((line) => /(\w+)\[([^<\]]+)/.exec(line)).map((found) => [found?.[2], found?.[1]]));
  const { stdout } = spawnSync('depcruise', [...SOURCES, '--output-type', 'json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { modules } = JSON.parse(stdout) as { modules: { source: string; dependencies: { resolved: string }[] }[] };
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ resolved }) => [roomOf(source), roomOf(resolved)])
      .filter(([from, to]) => from && to && from !== to)
      .map(([from, to]) => `  ${names.get(from ?? '')} --> ${names.get(to ?? '')}`),
  );
  return page.replace(picture, ['flowchart TD', ...rooms, ...new Set(arrows.sort()), ''].join('\n'));
}
