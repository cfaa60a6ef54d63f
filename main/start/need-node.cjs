/**
 * Every npm script runs on the first `node` of npm's PATH: the package of this system among the optional dependencies, else the computer's own.
 * This file refuses a Node that is too old, so it's written for any Node. docs/decisions/node-as-a-dependency.md
 */
'use strict';

/** Major version of Electron's Node. */
const LEAST_MAJOR = 24;

const version = process.versions.node;
const isInstalled = process.execPath.split(/[\\/]/).indexOf('node_modules') !== -1;

if (Number(version.split('.')[0]) < LEAST_MAJOR) {
  console.error(`Tillbridge needs Node ${LEAST_MAJOR} or later, and this is Node ${version}.
npm ci installs one for Linux with glibc, macOS and Windows, unless optional packages are left out: run npm ci --include=optional.
On other systems install Node ${LEAST_MAJOR} or later, then run npm ci again.`);
  process.exit(1);
}
if (process.env.npm_lifecycle_event === 'postinstall') {
  console.log(`Tillbridge runs on Node ${version}, ${isInstalled ? 'which came with it' : 'the one of this computer'}.`);
}
