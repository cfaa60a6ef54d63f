/** Counts the changes of each venue's menu, for screens to see that what they hold is old. */
import type { Kernel } from '../context.ts';

/** Begins anew with the app, whose screens do too. */
export function countVersions({ store, settings, opened }: Kernel<'store' | 'settings' | 'opened'>): (venueId: string) => number {
  const versions = new Map<string, number>();
  const changed = (venueId: string): void => void versions.set(venueId, (versions.get(venueId) ?? 0) + 1);
  opened.defer(store.onCommit(({ menus }) => menus.forEach(changed)));

  /** Settings on which the menu of a venue depends. */
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
