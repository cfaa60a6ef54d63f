import { Button, Input, SearchField } from 'react-aria-components';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';

interface MenuSearchProps {
  typed: string;
  onType: (typed: string) => void;
  /** Number of entries found; null without a search. */
  found: number | null;
}

export function MenuSearch({ typed, onType, found }: MenuSearchProps) {
  return (
    <div className="menu-search">
      <SearchField className="field search" value={typed} onChange={onType} maxLength={100} aria-label={t('menu.search')}>
        <div className="search-row">
          <Icon name="search" />
          <Input placeholder={t('menu.search')} />
          <Button className="button quiet square" aria-label={t('history.clear')}>
            <Icon name="cross" />
          </Button>
        </div>
      </SearchField>
      <span role="status">{found !== null && t('menu.found', { count: found })}</span>
    </div>
  );
}
