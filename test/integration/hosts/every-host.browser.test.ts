/** The same day in the restaurant on every host. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { labelNumber } from '../../../main/demo/observer.ts';
import { until, type Venue } from '../../e2e/venue/venue.ts';
import { openVenueWithoutApp } from '../../fake-electron/venue-with-desktop.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { closing } from '../../setup/parts.ts';
import { HOSTS, type RunningHost } from './every-host.ts';

describe.each(HOSTS)('on $name', ({ start }) => {
  let venue: Venue;
  let host: RunningHost;
  beforeEach(async () => {
    venue = closing(await openVenueWithoutApp());
    host = await start(venue.dataDir);
  });
  afterEach(() => host.switchOff());

  const card = (number: string) => host.page.getByRole('article', { name: `Order ${number}`, exact: true });
  const touch = (number: string, name: string) => card(number).getByRole('button', { name, exact: true }).click();
  const papers = () => venue.printer.papers().filter(({ cut }) => cut);
  const events = async (id: string) => (await venue.atService(id)).history.map(({ event }) => event);

  test('an order is accepted, printed, sent to the till and marked ready', async () => {
    const { order_id: id, order_number: number } = await venue.place('takeaway');
    await touch(number, 'Accept');
    await until('the ticket', () => papers().length === 1);
    await until('sent-to-pos', async () => (await venue.atService(id)).sent_to_pos.length === 1);
    await touch(number, 'Mark ready');
    await until('ready', async () => (await events(id)).includes('ready'));
    expect((await venue.atService(id)).sent_to_pos).toEqual([expect.objectContaining({ success: true })]);
  }, 60_000);

  test('a group order prints a ticket and a label for each person', async () => {
    const { order_number: number } = await venue.place('group');
    await touch(number, 'Accept');
    await until('all papers', () => papers().length >= 3);
    expect(papers().filter((paper) => labelNumber(paper) !== null).length).toBe(papers().length - 1);
  }, 60_000);

  test('a power cut during an order loses nothing and repeats nothing', async () => {
    venue.printer.set({ paper_out: true });
    const { order_id: id, order_number: number } = await venue.place('takeaway');
    await touch(number, 'Accept');
    await until('the accept', async () => (await events(id)).includes('accepted'));
    await host.switchOff();
    venue.printer.set({ paper_out: false });
    host = await start(venue.dataDir);
    await until('the ticket', () => papers().some((paper) => bears(paper, number)), 20_000);
    await card(number).waitFor();
    expect((await events(id)).filter((event) => event === 'accepted')).toHaveLength(1);
    await until('sent-to-pos', async () => (await venue.atService(id)).sent_to_pos.length === 1, 20_000);
    expect(papers()).toHaveLength(1);
  }, 60_000);

  test('a reloaded page shows the same orders', async () => {
    const { order_number: number } = await venue.place('takeaway');
    await card(number).waitFor();
    await host.page.reload();
    await card(number).waitFor();
  }, 60_000);
});
