/** Receives a till's counted stock from files and from requests to a local port. */
import { type Message, message, type Text } from '../../../contract/message.ts';
import type { StockMistake } from '../../menu/files/stock-file.ts';
import { applyStock } from '../../outbox/menu/apply-stock.ts';
import type { MenuBook } from '../../outbox/menu/menu-book.ts';
import { venueSettings } from '../../settings/settings.ts';
import { type StockReceiver, watchStockFolder } from '../../till/stock-folder.ts';
import { listenForStock } from '../../till/stock-http.ts';
import type { Kernel } from '../context.ts';

type Dependencies = Kernel<'store' | 'settings' | 'secrets' | 'time' | 'notices' | 'opened' | 'onDefect'>;

export function takeTillStock({ store, settings, secrets, time, notices, opened, onDefect }: Dependencies, book: MenuBook): void {
  const isShop = (venueId: string): boolean => !['restaurant', null].includes(venueSettings(settings.get(), venueId).sells);
  const given: Omit<StockReceiver, 'venues' | 'onTrouble' | 'onRefused'> = {
    take: (venueId, stock, delivery) => applyStock({ store, time, book, isShop }, venueId, stock, delivery),
    onDefect,
  };
  const onTrouble = (id: string, hint: Message) => (text: Text | null) => {
    if (text === null) notices.clear(id);
    else notices.raise(id, 'warning', text, hint);
  };
  const onRefused =
    (hint: Message) =>
    (name: string, [first]: readonly StockMistake[]) => {
      const text = message('stock.fileRejected', { name, line: first?.line ?? 1, text: first?.text ?? '' });
      notices.raise(`stock-file/${name}`, 'warning', text, hint);
    };
  opened.defer(
    watchStockFolder({
      ...given,
      time,
      folder: () => settings.get().stock.folder,
      venues() {
        const venues = store.venues.all();
        return venues.map(({ id }) => ({ id, below: venues.length === 1 ? null : id }));
      },
      onTrouble: onTrouble('stock-folder', message('stock.checkFolder')),
      onRefused: onRefused(message('stock.rejectedFileKept')),
    }),
  );
  const port = opened.use(
    listenForStock({
      ...given,
      time,
      port: () => settings.get().stock.http_port,
      key: secrets.stockKey,
      venueIds: () => store.venues.all().map(({ id }) => id),
      onTrouble: onTrouble('stock-port', message('stock.chooseAnotherPort')),
      onRefused: onRefused(message('stock.tillGotList')),
    }),
  );
  opened.defer(settings.onChange(port.settingsChanged));
}
