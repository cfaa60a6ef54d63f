/** What the packed app needs to verify updates, in its own package.json, out of reach of the feed's host. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** One, or a list of them. */
const Words = v.fallback(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((words) => [words].flat().filter((word) => word !== '')),
  ),
  [],
);
const Manifest = v.object({ updateFeed: v.fallback(v.string(), ''), updateKeys: Words, updatePublishers: Words });
/** A name that leads nowhere (RFC 2606) stands in electron-builder.yml until whoever packs puts in the address of a feed. */
const NOBODYS = /\.example$/;

export interface PackedUpdates {
  /** Where new versions are looked for unless the settings say otherwise; null where the app was packed without. */
  feed: string | null;
  /** Public keys, one of which signed the lists of versions. */
  keys: readonly string[];
  /** Whose signature an installer must carry on Windows. */
  publishers: readonly string[];
}

/** `manifest`: the package.json of the packed app. */
export function readPackedUpdates(manifest: string): PackedUpdates {
  const { updateFeed, updateKeys: keys, updatePublishers: publishers } = v.parse(Manifest, JSON.parse(readFileSync(manifest, 'utf8')));
  const host = URL.parse(updateFeed)?.hostname ?? '';
  return { feed: host === '' || NOBODYS.test(host) ? null : updateFeed, keys, publishers };
}
