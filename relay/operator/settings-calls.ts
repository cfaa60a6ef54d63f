/** Operator calls for group settings. The relay checks signature and version; counters check the content. */
import * as v from 'valibot';
import { GroupName, printOfKey, SettingsKey, SignedSettings } from '../../contract/relay/settings-document.ts';
import type { GroupDocument, GroupSettings, Published } from '../store/group-settings.ts';
import type { Counter, Management } from '../store/registry.ts';
import { type Answer, errorBody, invalidRequest, NOT_FOUND } from './answers.ts';
import type { Watched } from './problems.ts';

const MOST_VERSIONS = 50;

export const ManagedBy = v.object({
  group: v.optional(withText(GroupName, 'is letters, digits, dots and dashes, 64 at most')),
  settings_key: v.optional(withText(SettingsKey, 'is no public key for settings')),
});

function withText(schema: v.GenericSchema<string>, text: string) {
  return v.pipe(
    v.string(),
    v.check((given) => v.is(schema, given), text),
  );
}

const REFUSED: Record<Extract<Published, { ok: false }>['why'], { status: number; error: string }> = {
  unsigned: { status: 400, error: 'This is no signed document of settings: its signature does not fit.' },
  'another-group': { status: 400, error: 'The document was made for another group.' },
  'another-key': {
    status: 409,
    error:
      'The settings of this group are signed with another key, and its counters would refuse these. If that key is lost, use a group of another name and invite its counters anew.',
  },
  'not-newer': { status: 409, error: 'This group has this version or a later one: versions only rise.' },
};

export interface SettingsCalls {
  groups(): Promise<Answer>;
  group(group: string): Promise<Answer>;
  publish(group: string, given: unknown): Promise<Answer>;
}

export function createSettingsCalls({
  groupSettings,
  registry,
  presences,
}: Pick<Watched, 'groupSettings' | 'registry' | 'presences'>): SettingsCalls {
  function summary(group: string, all: readonly Counter[]): object | null {
    const newest = groupSettings.newest(group);
    if (newest === null) return null;
    const counters = all.filter((counter) => counter.group === group);
    const versions = counters.map(({ id }) => presences.presence(id)?.health?.managedVersion ?? null);
    return {
      group,
      ...shown(newest),
      counters: counters.length,
      counters_running_it: versions.filter((version) => version === newest.version).length,
    };
  }

  /** Without the database, as last read. */
  const renew = (): Promise<void> => presences.renew().catch(() => undefined);

  return {
    async groups() {
      await renew();
      const all = registry.counters();
      return { status: 200, body: { groups: groupSettings.groups().flatMap((group) => summary(group, all) ?? []) } };
    },
    async group(group) {
      await renew();
      const found = groupSettings.versions(group, MOST_VERSIONS);
      const { document, signature, key } = found[0]?.signed ?? {};
      if (document === undefined) return NOT_FOUND;
      return {
        status: 200,
        body: {
          ...summary(group, registry.counters()),
          signed: { document, signature, key },
          versions: found.map((one) => ({ ...shown(one), signed: one.signed })),
        },
      };
    },
    async publish(group, given) {
      const asked = v.safeParse(SignedSettings, given);
      if (!asked.success) return invalidRequest(asked.issues);
      const { document, signature, key } = asked.output;
      const published = await groupSettings.publish(group, { document, signature, key });
      if (published.ok) return { status: 201, body: { group, ...shown(published.document) } };
      const { status, error } = REFUSED[published.why];
      return { status, body: errorBody(error) };
    },
  };
}

/** Null without a group; a text that says which input is missing. */
export function managementFor(
  { group, settings_key }: v.InferOutput<typeof ManagedBy>,
  groupSettings: GroupSettings,
): Management | null | string {
  if (group === undefined) return settings_key === undefined ? null : 'settings_key: name the group too';
  const key = settings_key ?? groupSettings.newest(group)?.signed.key;
  return key === undefined ? `settings_key: needed for the group ${group}, which has no settings yet` : { group, key };
}

function shown({ version, by, made_at, signed }: GroupDocument): object {
  return { version, by, made_at, key_print: printOfKey(signed.key) };
}
