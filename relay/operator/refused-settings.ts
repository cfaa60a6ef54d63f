/** Why a counter refused its group's settings, for the codes of main/settings/managed/refusal.ts. */

import type { SettingsRefused } from '../../contract/relay/wire.ts';
import { notManageable } from './unmanaged-reasons.ts';

const WHY: Record<string, (about: string) => string> = {
  'no-key': () => 'it was invited without a group. Invite it anew with --group, and have the code entered there',
  'another-key': () =>
    'they are signed with another key than the one that came with its code. Sign with that key; if it is lost, have the relay removed there and invite it anew',
  damaged: () => 'the signature does not fit: they were changed after they were signed',
  unreadable: () => 'its version of Tillbridge cannot read such a document. Update it',
  'another-group': () => 'they were made for another group than the one it was invited to. Invite it anew if it belongs to this one',
  'older-version': () => 'it has taken this version or a later one before. Publish them with a higher one (--version)',
  'unknown-key': (about) => `its version of Tillbridge knows no setting ${about}. Update it, or leave that out`,
  'not-manageable': (about) => `${notManageable(about)}. Leave it out`,
  'bad-value': (about) => `a value is wrong: ${about}`,
  'later-settings': () => 'a later version of Tillbridge wrote the settings there. Start that version',
  'not-written': () => 'it could not write them down. Look at its screen',
};

/** The refusal in words, without the subject of the sentence. */
export function whyRefused({ version, code, about }: SettingsRefused): string {
  const which = version === null ? 'settings' : `version ${version} of the settings`;
  const why = Object.hasOwn(WHY, code) ? WHY[code]?.(about ?? 'of it') : `it says "${code}"`;
  return `refused ${which}: ${why}.`;
}
