/** The pages of Settings: where each stands in the list, who may open it, and by which words it is found. */
import type { IconName } from '../parts/icons.tsx';
import { plainText } from '../parts/plain-text.ts';
import type { SettingsArea } from '../state/counter.ts';
import { words } from '../words.ts';

interface Area {
  id: SettingsArea;
  icon: IconName;
  /** Whoever stands at the counter may change it, also while a PIN is set. */
  isOpen?: boolean;
  /** The messages that stand on it. */
  said: () => readonly unknown[];
}

interface Group {
  id: keyof typeof words.settings.groups;
  areas: readonly Area[];
}

const all = words.settings;

export const GROUPS: readonly Group[] = [
  {
    id: 'counter',
    areas: [
      { id: 'look', icon: 'sliders', isOpen: true, said: () => [all.look, words.keys] },
      { id: 'sound', icon: 'sound-on', said: () => [all.alarm] },
      { id: 'screens', icon: 'tablet', said: () => [all.displays] },
    ],
  },
  {
    id: 'kitchen',
    areas: [
      { id: 'printers', icon: 'printer', said: () => [all.whatWhere, all.test, all.dayReport, all.printer, all.whereItems, all.sheet] },
      { id: 'papers', icon: 'ticket', said: () => [all.papers] },
    ],
  },
  {
    id: 'orders',
    areas: [
      { id: 'work', icon: 'bolt', said: () => [all.work] },
      { id: 'couriers', icon: 'delivery', said: () => [all.merchant, all.couriers, all.deliveryPickup, all.deliveryWebhooks] },
      { id: 'till', icon: 'till', said: () => [all.tillQuestion, all.tillKinds, all.folder, all.tillUrl, all.stock] },
    ],
  },
  {
    id: 'managers',
    areas: [
      { id: 'venues', icon: 'plug', said: () => [all.flavour, all.flavours, all.rejectReasons, all.connectAnother, words.connect] },
      { id: 'webhook', icon: 'receiver', said: () => [all.relay, all.webhook, all.newSecret, all.receiver, words.webhook] },
      { id: 'access', icon: 'lock', said: () => [words.access] },
      { id: 'staff', icon: 'people', said: () => [all.staff, words.staff] },
      { id: 'computer', icon: 'shield', said: () => [all.computer, all.backup, all.desktop, all.version, all.secretsKept] },
    ],
  },
];

export const AREAS: readonly Area[] = GROUPS.flatMap(({ areas }) => areas);

export interface Found {
  id: SettingsArea;
  /** The words on that page that were looked for; null where its name has them. */
  by: string | null;
}

/** The pages that say `typed`, in the order of the list; all of them where nothing is typed. */
export function findAreas(typed: string): Found[] {
  const wanted = plain(typed);
  return AREAS.flatMap(({ id, said }): Found[] => {
    if (wanted === '' || plain(all.areas[id]).includes(wanted)) return [{ id, by: null }];
    const by = said()
      .flatMap(texts)
      .find((text) => plain(text).includes(wanted));
    return by === undefined ? [] : [{ id, by }];
  });
}

const plain = (text: string): string => plainText(text).trim();

/** The texts of a group of messages; those with values are sentences about one thing, and nobody looks for them. */
function texts(said: unknown): string[] {
  if (typeof said === 'string') return [said];
  return typeof said === 'object' && said !== null ? Object.values(said).flatMap(texts) : [];
}
