/** The packed app's data for verifying updates, in package.json, out of reach of the feed's host. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const Words = v.fallback(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((words) => [words].flat().filter((word) => word !== '')),
  ),
  [],
);
const Manifest = v.object({ updateFeed: v.fallback(v.string(), ''), updateKeys: Words, updatePublishers: Words });
/** Placeholder host (RFC 2606) in electron-builder.yml until a feed is configured. */
const EXAMPLE_HOST = /\.example$/;

export interface PackedUpdates {
  /** The default feed; null if packed without. */
  feed: string | null;
  /** Public keys, any of which may sign version lists. */
  keys: readonly string[];
  /** Required signers of Windows installers. */
  publishers: readonly string[];
}

export function readPackedUpdates(manifest: string): PackedUpdates {
  const { updateFeed, updateKeys: keys, updatePublishers: publishers } = v.parse(Manifest, JSON.parse(readFileSync(manifest, 'utf8')));
  const host = URL.parse(updateFeed)?.hostname ?? '';
  return { feed: host === '' || EXAMPLE_HOST.test(host) ? null : updateFeed, keys, publishers };
}
