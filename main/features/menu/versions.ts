/** Screens detect outdated data by these counts of menu changes. */
import type { Kernel } from '../context.ts';

export function countVersions({ store, settings, opened }: Kernel<'store' | 'settings' | 'opened'>): (venueId: string) => number {
  const versions = new Map<string, number>();
  const changed = (venueId: string): void => void versions.set(venueId, (versions.get(venueId) ?? 0) + 1);
  opened.defer(store.onCommit(({ menus }) => menus.forEach(changed)));

  const kinds = (): Map<string, string> =>
    new Map(Object.entries(settings.get().venues).map(([id, { sells, time_zone: zone }]) => [id, `${sells} ${zone}`]));
  let kindsBefore = kinds();
  opened.defer(
    settings.onChange(() => {
      const now = kinds();
      for (const [id, kind] of now) if (kindsBefore.get(id) !== kind) changed(id);
      kindsBefore = now;
    }),
  );
  return (venueId) => versions.get(venueId) ?? 0;
}
