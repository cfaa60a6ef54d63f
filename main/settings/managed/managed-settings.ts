/**
 * Settings managed by a chain. A document applies whole or not at all: signed with the key that came with the relay's code, for this group,
 * newest, and valid. Staff can't change them until the relay is removed.
 */
import { english } from '../../../contract/english.ts';
import { printOfKey, type SettingsDocument, type SignedSettings, verifySettings } from '../../../contract/relay/settings-document.ts';
import { changedPlace, managedPlaces, withManaged } from '../../../contract/settings/managed.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import type { SettingsKeeper } from '../settings.ts';
import { SettingsOfLaterVersion } from '../versions.ts';
import { type ManagedDocument, readManagedDocument, writeManagedDocument } from './managed-document.ts';
import { type Refusal, type RefusalCode, SettingIsManaged } from './refusal.ts';

export interface ManagedView {
  /** The managing chain; null until a document was applied. */
  by: string | null;
  version: number | null;
  group: string | null;
  /** The trusted key's fingerprint, for two people to compare. */
  keyPrint: string | null;
  places: readonly string[];
  /** Why the last document was refused; null if it's in use. */
  refused: Refusal | null;
}

export interface ManagedSettings extends Disposable {
  /** Null if no settings are managed. */
  view(): ManagedView | null;
  /** The versions in use and refused, for the relay (contract/relay/wire.ts). */
  report(): { version: number; refused: number | null };
  /**
   * Call after exchanging a code at this relay. `given`: the managing group and its key, or null. A relay's first key stays trusted until
   * `left`.
   */
  joined(address: string, given: { group: string; key: string } | null): void;
  /** Applies a relay's document. `known`: in use, or refused and logged before. Never throws. */
  take(address: string, signed: SignedSettings): 'taken' | 'known' | 'refused';
  /** After the relay's removal: nothing is managed and the settings remain. */
  left(): void;
}

/** Refusals that no retry can change. */
const NOT_USABLE: ReadonlySet<RefusalCode> = new Set(['unknown-key', 'not-manageable', 'bad-value', 'later-settings']);

/** Opens the saved state and reapplies its document, in case the settings were overwritten. */
export function openManagedSettings(options: {
  dataDir: string;
  settings: SettingsKeeper;
  /** The relay's address. If the relay was removed or changed while Tillbridge was off, nothing is managed. */
  address: () => string | null;
  onChange: () => void;
  onNews: (text: string, about: object) => void;
  onDefect: (error: unknown) => void;
}): ManagedSettings {
  const { dataDir, settings, onNews } = options;
  let kept = readManagedDocument(dataDir);
  if (kept?.address !== options.address()) kept = null;
  let running = kept?.signed ? documentOf(kept.signed, kept.key) : null;
  let refused: (Refusal & { signed: SignedSettings | null }) | null = null;
  let isApplying = false;
  /** Refusals already logged: a relay could fill the log with repeats. */
  const logged = new Set<string>();

  const stopGuarding = settings.guard((before, after) => {
    if (isApplying || running === null) return;
    const place = changedPlace(before, after, running.settings);
    if (place !== null) throw new SettingIsManaged(running.by, place);
  });

  /** Throws like `change`. */
  function apply(next: Settings): void {
    isApplying = true;
    try {
      settings.change(() => next);
    } finally {
      isApplying = false;
    }
  }

  if (running !== null) {
    const again = withManaged(settings.get(), running.settings);
    try {
      if (again.ok) apply(again.settings);
      else refused = { code: again.why, version: running.version, place: again.place, mistake: null, signed: null };
    } catch (error) {
      // Later versions and disk problems are reported elsewhere.
      onNews('managed settings could not be put in place', { err: error });
    }
  }

  function refuse(signed: SignedSettings, code: RefusalCode, more: Partial<Refusal> = {}): 'refused' | 'known' {
    refused = { code, version: null, place: null, mistake: null, ...more, signed };
    const about = refused.mistake === null ? {} : { mistake: english(refused.mistake) };
    const what = `${code} ${refused.version} ${refused.place}`;
    options.onChange();
    if (logged.has(what)) return 'known';
    logged.add(what);
    onNews('settings of the relay were refused', { code, version: refused.version, place: refused.place, ...about });
    return 'refused';
  }

  function take(address: string, signed: SignedSettings): 'taken' | 'known' | 'refused' {
    if (refused?.signed && isSame(refused.signed, signed) && refused.code !== 'not-written') return 'known';
    if (kept?.address !== address) return refuse(signed, 'no-key');
    if (kept.signed && isSame(kept.signed, signed) && running !== null) {
      // The relay offers the document in use, so earlier refusals are obsolete.
      if (refused !== null) {
        refused = null;
        options.onChange();
      }
      return 'known';
    }
    const verified = verifySettings(signed, kept.key);
    if (!verified.ok) return refuse(signed, verified.why);
    const { document } = verified;
    const { version } = document;
    if (document.group !== kept.group) return refuse(signed, 'another-group', { version });
    if (version <= (kept.newest[kept.group] ?? 0)) return refuse(signed, 'older-version', { version });
    const next = withManaged(settings.get(), document.settings);
    if (!next.ok) return refuse(signed, next.why, { version, place: next.place, mistake: next.why === 'bad-value' ? next.mistake : null });
    return put(signed, document, next.settings);
  }

  /** Saves the document first: after a crash, the next start applies it. */
  function put(signed: SignedSettings, document: SettingsDocument, next: Settings): 'taken' | 'refused' | 'known' {
    const { version, group } = document;
    const of = kept;
    if (of === null) return refuse(signed, 'no-key', { version });
    const then = { ...of, signed, newest: { ...of.newest, [group]: version } };
    try {
      writeManagedDocument(dataDir, then);
      putInPlace(next, of);
      kept = then;
    } catch (error) {
      return refuse(signed, error instanceof SettingsOfLaterVersion ? 'later-settings' : 'not-written', { version });
    }
    running = document;
    refused = null;
    onNews('settings of the relay are in use', { version, group });
    options.onChange();
    return 'taken';
  }

  /** If applying fails, restores the previous document and throws. */
  function putInPlace(next: Settings, before: ManagedDocument): void {
    try {
      apply(next);
    } catch (error) {
      writeManagedDocument(dataDir, before);
      throw error;
    }
  }

  return {
    view() {
      if (kept === null && refused === null) return null;
      return {
        by: running?.by ?? null,
        version: running?.version ?? null,
        group: kept?.group ?? null,
        keyPrint: kept ? printOfKey(kept.key) : null,
        places: running ? managedPlaces(running.settings) : [],
        refused,
      };
    },
    report: () => ({ version: running?.version ?? 0, refused: refusedVersion(refused) }),
    joined(address, given) {
      const here = kept?.address === address ? kept : null;
      if (given === null && here !== null) return;
      const next = given && {
        address,
        group: given.group,
        key: here?.key ?? given.key,
        newest: here?.newest ?? {},
        signed: here?.group === given.group ? here.signed : null,
      };
      writeManagedDocument(dataDir, next);
      kept = next;
      running = next?.signed ? documentOf(next.signed, next.key) : null;
      refused = null;
      options.onChange();
    },
    take(address, signed) {
      try {
        return take(address, signed);
      } catch (error) {
        options.onDefect(error);
        return refuse(signed, 'unreadable');
      }
    },
    left() {
      writeManagedDocument(dataDir, null);
      kept = null;
      running = null;
      refused = null;
      options.onChange();
    },
    [Symbol.dispose]: stopGuarding,
  };
}

/**
 * The version that can never be used; 0 if a newer document may end the refusal. Null without a refusal, and if only writing failed: the
 * next try may work.
 */
function refusedVersion(refused: Refusal | null): number | null {
  if (refused === null || refused.code === 'not-written') return null;
  return NOT_USABLE.has(refused.code) ? (refused.version ?? 0) : 0;
}

function isSame(one: SignedSettings, other: SignedSettings): boolean {
  return one.document === other.document && one.signature === other.signature && one.key === other.key;
}

function documentOf(signed: SignedSettings, key: string): SettingsDocument | null {
  const verified = verifySettings(signed, key);
  return verified.ok ? verified.document : null;
}
