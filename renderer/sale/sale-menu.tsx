/** Links to opening hours, menu file and delivery provider, opened over the current screen. */
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

export type SalePage = 'hours' | 'file' | 'provider';
const ICONS = { hours: 'clock', file: 'file', provider: 'delivery' } as const satisfies Record<SalePage, IconName>;

const titleOf = (page: SalePage): string => ({ hours: t('hours.title'), file: t('menuFile.title'), provider: t('provider.title') })[page];

interface SaleMenuProps {
  venue: Pick<VenueView, 'id' | 'name'>;
  pages?: readonly SalePage[];
  quiet?: boolean;
}

export function SaleMenu({ venue, pages = ['hours', 'file', 'provider'], quiet = false }: SaleMenuProps) {
  const [open, setOpen] = useState<SalePage | null>(null);
  return (
    <div className={quiet ? 'sale-pages' : 'row-wide row-buttons'}>
      {pages.map((page) => (
        <button key={page} type="button" className={quiet ? 'button quiet' : 'button'} aria-haspopup="dialog" onClick={() => setOpen(page)}>
          <Icon name={ICONS[page]} />
          {titleOf(page)}
        </button>
      ))}
      {open !== null && <OpenSalePage page={open} venue={venue} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** A page opened from anywhere, for managers only. */
export function OpenSalePage({
  page,
  venue: { id, name },
  onClose,
}: {
  page: SalePage;
  venue: SaleMenuProps['venue'];
  onClose: () => void;
}) {
  const close = () => {
    if (page === 'hours') forgetDrafts(id);
    onClose();
  };
  return (
    <Dialog title={`${titleOf(page)}: ${name}`} shape="order" onClose={close}>
      <ForManager>
        {page === 'hours' && <OpeningHours venueId={id} />}
        {page === 'file' && <MenuFile venueId={id} />}
        {page === 'provider' && <DeliveryProvider venueId={id} name={name} />}
      </ForManager>
    </Dialog>
  );
}
