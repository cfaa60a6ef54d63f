import type { tillCalls } from '../../../contract/calls/till.ts';
import { tillFolderBlockedBy } from '../../till/try-folder.ts';
import { type Handlers, refuse } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { hiddenParts, unmaskedAddress } from '../masked-settings.ts';

export function createTillCalls({ time, settings }: Kernel<'time' | 'settings'>): Pick<Handlers, keyof typeof tillCalls> {
  return {
    async 'settings.savePos'({ pos }) {
      const kept = settings.get().pos;
      const url = pos.kind === 'http' ? unmaskedAddress(pos.url, kept.kind === 'http' ? kept.url : null) : '';
      if (url === null) return refuse(hiddenParts('url'));
      settings.change((now) => ({ ...now, pos: pos.kind === 'http' ? { ...pos, url } : pos }));
      // Saved even if the share is unavailable now; orders wait for it.
      if (pos.kind !== 'hot-folder') return { ok: true, value: { blockedBy: null } };
      const isNew = kept.kind !== 'hot-folder' || kept.folder !== pos.folder;
      return { ok: true, value: { blockedBy: await tillFolderBlockedBy(time, pos.folder, { isNew }) } };
    },
  };
}
