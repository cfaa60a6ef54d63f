/** Group settings by signed version. All are kept: a rollback signs an earlier one again. */
import type Database from 'better-sqlite3';
import * as v from 'valibot';
import { type SettingsDocument, SignedSettings, verifySettings } from '../../contract/relay/settings-document.ts';
import { readJson } from '../../shared/json/read-json.ts';

export interface GroupDocument extends SettingsDocument {
  signed: SignedSettings;
}

/**
 * `unsigned`: the signature doesn't match the key. `another-key`: the key isn't that of earlier versions, so counters would refuse the
 * settings.
 */
export type Published =
  | { ok: true; document: GroupDocument }
  | { ok: false; why: 'unsigned' | 'another-group' | 'another-key' | 'not-newer' };

/** Decides whether the document becomes the group's newest version, and saves that for all relays: the reason against it, or null. */
export type Publish = (document: GroupDocument, newest: GroupDocument | null) => Promise<Extract<Published, { ok: false }>['why'] | null>;

export interface GroupSettings {
  newest(group: string): GroupDocument | null;
  /** Newest first. */
  versions(group: string, most: number): GroupDocument[];
  groups(): string[];
  publish(group: string, signed: SignedSettings): Promise<Published>;
  onChange(listener: (group: string) => void): void;
}

export function createGroupSettings(
  db: Database.Database,
  publish: Publish = async (document, newest) => whyNot(document, newest),
): GroupSettings & { keep(signed: SignedSettings): void } {
  const sql = {
    keep: db.prepare('INSERT OR REPLACE INTO group_settings (group_name, version, signed) VALUES (?, ?, ?)'),
    ofGroup: db.prepare<[string], { signed: string }>('SELECT signed FROM group_settings WHERE group_name = ? ORDER BY version DESC'),
    groups: db.prepare<[], { group_name: string }>('SELECT DISTINCT group_name FROM group_settings ORDER BY group_name'),
  };
  const listeners: ((group: string) => void)[] = [];
  /** The newest settings by group, as each connecting counter needs them. */
  const known = new Map<string, GroupDocument>();

  function keep(document: GroupDocument): void {
    sql.keep.run(document.group, document.version, JSON.stringify(document.signed));
    known.delete(document.group);
    for (const listener of listeners) listener(document.group);
  }

  function versions(group: string, most: number): GroupDocument[] {
    const found: GroupDocument[] = [];
    for (const { signed } of sql.ofGroup.iterate(group)) {
      const document = documentOf(signed);
      if (document?.group === group) found.push(document);
      if (found.length >= most) break;
    }
    return found;
  }
  function newest(group: string): GroupDocument | null {
    const found = known.get(group) ?? versions(group, 1)[0] ?? null;
    if (found) known.set(group, found);
    return found;
  }

  return {
    newest,
    versions,
    groups: () => sql.groups.all().map(({ group_name }) => group_name),
    async publish(group, signed) {
      const verified = verifySettings(signed, signed.key);
      if (!verified.ok) return { ok: false, why: 'unsigned' };
      const document = { ...verified.document, signed };
      if (document.group !== group) return { ok: false, why: 'another-group' };
      const why = await publish(document, newest(group));
      if (why !== null) return { ok: false, why };
      keep(document);
      return { ok: true, document };
    },
    keep(signed) {
      const document = documentOf(JSON.stringify(signed));
      if (document) keep(document);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

function whyNot({ version, signed }: GroupDocument, newest: GroupDocument | null): 'another-key' | 'not-newer' | null {
  if (newest && newest.signed.key !== signed.key) return 'another-key';
  return newest && newest.version >= version ? 'not-newer' : null;
}

/** Null if the saved document is damaged; it was verified on receipt. */
function documentOf(value: string): GroupDocument | null {
  const signed = v.safeParse(SignedSettings, readJson(value));
  if (!signed.success) return null;
  const verified = verifySettings(signed.output, signed.output.key);
  return verified.ok ? { ...verified.document, signed: signed.output } : null;
}
