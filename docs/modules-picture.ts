/** The pictures in docs/architecture.md: modules, and an arrow for each import that doesn't follow from other arrows. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['main', 'renderer', 'contract', 'preload', 'sandbox', 'relay', 'shared'];
/** Every module may import these: an arrow would say nothing. */
const EVERYWHERE = ['contract', 'shared', 'main/time', 'renderer/words.ts'];

type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** docs/architecture.md with today's arrows. The modules in its pictures are written by a person. */
export function architecturePage(): string {
  const page = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
  const files = importsOfFiles();
  return page.replace(/(?<=```mermaid\n).+?(?=```)/gs, (picture) => withArrows(picture, files));
}

function withArrows(picture: string, files: readonly [from: string, to: string][]): string {
  const modules = picture.split('\n').filter((line) => line.includes('['));
  const names = new Map(modules.map((line) => /(\w+)\[([^<\]]+)/.exec(line)).map((found) => [found?.[2] ?? '', found?.[1]]));
  /** Undefined for a file outside the picture. */
  const moduleOf = (path: string) => [...names.keys()].find((name) => `${path}/`.startsWith(`${name}/`));
  const imports = new Map<string, Set<string>>();
  for (const [one, other] of files) {
    const [from, to] = [moduleOf(one), moduleOf(other)];
    if (from && to && from !== to && !EVERYWHERE.includes(to)) imports.set(from, (imports.get(from) ?? new Set()).add(to));
  }
  const arrows = [...imports].flatMap(([from, tos]) =>
    [...tos].filter((to) => !follows(imports, from, to)).map((to) => `  ${names.get(from)} --> ${names.get(to)}`),
  );
  return ['flowchart TD', ...modules, ...arrows.sort(), ''].join('\n');
}

function importsOfFiles(): [from: string, to: string][] {
  const { stdout } = spawnSync('depcruise', [...SOURCES, '--output-type', 'json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { modules } = JSON.parse(stdout) as { modules: { source: string; dependencies: { resolved: string }[] }[] };
  return modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }): [string, string] => [source, resolved]));
}

/** Whether `from` also reaches `to` through another module that it imports. Modules form no circle. */
function follows(imports: Imports, from: string, to: string): boolean {
  const reaches = (start: string): boolean => start === to || [...(imports.get(start) ?? [])].some(reaches);
  return [...(imports.get(from) ?? [])].some((other) => other !== to && reaches(other));
}
