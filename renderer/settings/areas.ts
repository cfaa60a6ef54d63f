/** The pages of Settings: their order, who may open them, and what the search finds. */
import type { IconName } from '../parts/icons.tsx';
import { plainText } from '../parts/plain-text.ts';
import type { SettingsArea } from '../state/ui-state.ts';
import { type Prefix, t, textsUnder } from '../words.ts';

interface Area {
  id: SettingsArea;
  icon: IconName;
  /** Open to all staff, even if Settings need a PIN. */
  isOpen?: boolean;
  /** Catalog keys or prefixes of its texts. */
  texts: readonly Prefix[];
}

interface Group {
  id: 'counter' | 'kitchen' | 'orders' | 'managers';
  areas: readonly Area[];
}

export const GROUPS: readonly Group[] = [
  {
    id: 'counter',
    areas: [
      { id: 'look', icon: 'sliders', isOpen: true, texts: ['settings.look', 'keys'] },
      { id: 'sound', icon: 'sound-on', texts: ['settings.alarm'] },
      { id: 'screens', icon: 'tablet', texts: ['settings.displays'] },
    ],
  },
  {
    id: 'kitchen',
    areas: [
      {
        id: 'printers',
        icon: 'printer',
        texts: ['settings.whatWhere', 'settings.test', 'settings.dayReport', 'settings.printer', 'settings.whereItems', 'settings.sheet'],
      },
      { id: 'papers', icon: 'ticket', texts: ['settings.layout'] },
    ],
  },
  {
    id: 'orders',
    areas: [
      { id: 'work', icon: 'bolt', texts: ['settings.work'] },
      {
        id: 'couriers',
        icon: 'delivery',
        texts: ['settings.merchant', 'settings.couriers', 'settings.deliveryPickup', 'settings.deliveryWebhooks'],
      },
      {
        id: 'till',
        icon: 'till',
        texts: ['settings.tillQuestion', 'settings.tillKinds', 'settings.folder', 'settings.tillUrl', 'settings.stock'],
      },
    ],
  },
  {
    id: 'managers',
    areas: [
      {
        id: 'venues',
        icon: 'plug',
        texts: ['settings.flavour', 'settings.flavours', 'settings.rejectReasons', 'settings.connectAnother', 'connect'],
      },
      {
        id: 'webhook',
        icon: 'receiver',
        texts: ['settings.relay', 'settings.webhook', 'settings.newSecret', 'settings.receiver', 'webhook'],
      },
      { id: 'access', icon: 'lock', texts: ['access'] },
      { id: 'staff', icon: 'people', texts: ['settings.staff', 'staff'] },
      {
        id: 'computer',
        icon: 'shield',
        texts: ['settings.computer', 'settings.backup', 'settings.desktop', 'settings.version', 'settings.secretsKept'],
      },
    ],
  },
];

export const AREAS: readonly Area[] = GROUPS.flatMap(({ areas }) => areas);

export interface Found {
  id: SettingsArea;
  /** Matching text; null if the page's name matches. */
  by: string | null;
}

/** Pages with `typed` in their texts, in list order; all if it's empty. */
export function findAreas(typed: string): Found[] {
  const wanted = plain(typed);
  return AREAS.flatMap(({ id, texts }): Found[] => {
    if (wanted === '' || plain(t(`settings.areas.${id}`)).includes(wanted)) return [{ id, by: null }];
    const by = texts.flatMap(textsUnder).find((text) => plain(text).includes(wanted));
    return by === undefined ? [] : [{ id, by }];
  });
}

const plain = (text: string): string => plainText(text).trim();
