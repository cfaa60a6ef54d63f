/** Links to opening hours, menu file and delivery provider, each opened over the current screen. */
import { useState } from 'react';
import type { VenueView } from '../../contract/contract.ts';
import { ForManager } from '../access/access.tsx';
import { MenuFile } from '../menu/file/menu-file.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { t } from '../words.ts';
import { DeliveryProvider } from './delivery-provider.tsx';
import { OpeningHours } from './hours/opening-hours.tsx';
import { forgetDrafts } from './hours/use-draft.ts';

export type Door = 'hours' | 'file' | 'provider';
const ICONS = { hours: 'clock', file: 'board', provider: 'delivery' } as const satisfies Record<Door, IconName>;

const titleOf = (door: Door): string => ({ hours: t('hours.title'), file: t('menuFile.title'), provider: t('provider.title') })[door];

interface SaleDoorsProps {
  venue: Pick<VenueView, 'id' | 'name'>;
  doors?: readonly Door[];
  quiet?: boolean;
}

export function SaleMenu({ venue, doors = ['hours', 'file', 'provider'], quiet = false }: SaleDoorsProps) {
  const [open, setOpen] = useState<Door | null>(null);
  return (
    <div className={quiet ? 'sale-doors' : 'row-wide row-buttons'}>
      {doors.map((door) => (
        <button key={door} type="button" className={quiet ? 'button quiet' : 'button'} aria-haspopup="dialog" onClick={() => setOpen(door)}>
          <Icon name={ICONS[door]} />
          {titleOf(door)}
        </button>
      ))}
      {open !== null && <OpenDoor door={open} venue={venue} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What lies behind it is the manager's, wherever it was opened. */
export function OpenDoor({ door, venue: { id, name }, onClose }: { door: Door; venue: SaleDoorsProps['venue']; onClose: () => void }) {
  const close = () => {
    if (door === 'hours') forgetDrafts(id);
    onClose();
  };
  return (
    <Dialog title={`${titleOf(door)}: ${name}`} shape="order" onClose={close}>
      <ForManager>
        {door === 'hours' && <OpeningHours venueId={id} />}
        {door === 'file' && <MenuFile venueId={id} />}
        {door === 'provider' && <DeliveryProvider venueId={id} name={name} />}
      </ForManager>
    </Dialog>
  );
}
