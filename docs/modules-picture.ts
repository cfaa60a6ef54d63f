/** The picture in docs/architecture.md: modules, and an arrow for each import that doesn't follow from other arrows. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['main', 'renderer', 'contract', 'preload', 'sandbox', 'relay', 'shared'];
/** Every module may import these: an arrow would say nothing. */
const EVERYWHERE = ['contract', 'shared', 'main/time'];

/** `main/orders`, `main/app`, `renderer`… or null for a file outside the picture. */
function moduleOf(path: string): string | null {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'main') return SOURCES.includes(top) ? top : null;
  return third === undefined ? null : `main/${second}`;
}

/** docs/architecture.md with today's arrows. The modules in the picture are written by a person. */
export function architecturePage(): string {
  const page = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
  const picture = /```mermaid\n(.+?)```/s.exec(page)?.[1] ?? '';
  const modules = picture.split('\n').filter((line) => line.includes('['));
  const names = new Map(modules.map((line) => /(\w+)\[([^<\]]+)/.exec(line)).map((found) => [found?.[2], found?.[1]]));
  const imports = importsBetweenModules();
  const arrows = [...imports].flatMap(([from, tos]) =>
    [...tos].filter((to) => !follows(imports, from, to)).map((to) => `  ${names.get(from)} --> ${names.get(to)}`),
  );
  return page.replace(picture, ['flowchart TD', ...modules, ...arrows.sort(), ''].join('\n'));
}

function importsBetweenModules(): Map<string, Set<string>> {
  const { stdout } = spawnSync('depcruise', [...SOURCES, '--output-type', 'json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { modules } = JSON.parse(stdout) as { modules: { source: string; dependencies: { resolved: string }[] }[] };
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [moduleOf(source), moduleOf(resolved)];
      if (from && to && from !== to && !EVERYWHERE.includes(to)) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  return imports;
}

/** Whether `from` also reaches `to` through another module that it imports. Modules form no circle. */
function follows(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const reaches = (start: string): boolean => start === to || [...(imports.get(start) ?? [])].some(reaches);
  return [...(imports.get(from) ?? [])].some((other) => other !== to && reaches(other));
}
