/** Replaces fpm, which isn't available everywhere: builds packages from its arguments with the systems' own programs. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...text, short: 'd', multiple: true },
    force: { type: 'boolean' },
    ...Object.fromEntries(
      ['architecture', 'after-install', 'after-remove', 'description', 'version', 'package', 'name', 'maintainer', 'vendor', 'url']
        .concat(['deb-priority', 'deb-recommends', 'deb-compression', 'rpm-os', 'rpm-compression', 'rpm-summary', 'license'])
        .map((name) => [name, text]),
    ),
  },
});
const given = (name: string): string => String(values[name] ?? '');
const depends = (values.d ?? []) as string[];
const work = mkdtempSync(join(tmpdir(), 'fpm-'));
const files = join(work, 'files');
for (const mapping of positionals) {
  const [from = '', to = ''] = mapping.split('=');
  const place = join(files, to);
  mkdirSync(dirname(place), { recursive: true });
  cpSync(from, place, { recursive: true });
}

/** Processor names of electron-builder, and rpm's. */
const RPM_ARCHS: Record<string, string> = { amd64: 'x86_64', arm64: 'aarch64' };

if (given('t') === 'deb') deb();
else rpm();

function deb(): void {
  const control = join(files, 'DEBIAN');
  mkdirSync(control);
  const lines = [
    ['Package', 'name'],
    ['Version', 'version'],
    ['Architecture', 'architecture'],
    ['Maintainer', 'maintainer'],
    ['Homepage', 'url'],
    ['Priority', 'deb-priority'],
    ['Description', 'description'],
  ].map(([field, option = '']) => `${field}: ${given(option)}`);
  writeFileSync(join(control, 'control'), `${[...lines.slice(0, -1), `Depends: ${depends.join(', ')}`, ...lines.slice(-1)].join('\n')}\n`);
  for (const [name, option] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ] as const)
    writeFileSync(join(control, name), readFileSync(given(option)), { mode: 0o755 });
  run('dpkg-deb', ['-Znone', '--root-owner-group', '--build', files, given('package')]);
}

function rpm(): void {
  const all = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((name) => !statSync(join(files, name)).isDirectory());
  const script = (option: string): string => readFileSync(given(option), 'utf8').replaceAll('%', '%%');
  const spec = join(work, 'package.spec');
  writeFileSync(
    spec,
    `Name: ${given('name')}
Version: ${given('version')}
Release: 1
Summary: ${given('rpm-summary')}
License: ${given('license') || 'unknown'}
URL: ${given('url')}
Vendor: ${given('vendor')}
AutoReqProv: no
${depends.map((one) => `Requires: ${one}`).join('\n')}
%define __os_install_post %{nil}
%define _build_id_links none
%define _binary_payload w0.gzdio
%description
${given('description')}
%post
${script('after-install')}
%postun
${script('after-remove')}
%install
mkdir -p %{buildroot}
cp -a '${files}/.' %{buildroot}/
%files
${all.map((name) => `"/${name}"`).join('\n')}
`,
  );
  const defines = [`_rpmdir ${work}`, `_topdir ${work}`].flatMap((one) => ['--define', one]);
  run('rpmbuild', ['-bb', '--target', RPM_ARCHS[given('architecture')] ?? given('architecture'), ...defines, spec]);
  const [made = ''] = readdirSync(work, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rpm'));
  cpSync(join(work, made), given('package'));
}

function run(program: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${basename(program)}: ${stdout}\n${stderr}`);
}
