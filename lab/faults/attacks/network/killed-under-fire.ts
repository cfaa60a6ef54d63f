/** Power cuts during an attack: everything answered 200 must still be there afterwards. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { notificationOf, postSigned } from '../watch/meanwhile.ts';
import { rawTraffic } from './attacker.ts';

const KILLS = 60;
const LEAST = 2;
/** Per port, between two kills. */
const TRIES = 600;
const SENDERS = 6;
const MARK = 'never-store-this';

export const killedUnderFire: Attack = {
  wants: 'a notification that was answered 200 is lost when the computer is switched off under attack, or something unsigned is stored',
  async run({ chance, tries, say }) {
    await using app = await openVenueProcess({ robot: false });
    const reached: string[] = [];
    const taken = new Set<string>();
    const kills = Math.max(LEAST, tries(KILLS));
    await app.switchOn();
    const orderId = await app.place('takeaway');
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill > 0) await app.switchOn();
      const { port: counterPort } = new URL(app.counterUrl());
      const attackers = [
        { port: Number(counterPort), path: '/' },
        { port: app.receiverPort, path: '/notifications' },
      ].map((target) =>
        rawTraffic({ ...target, tries: TRIES, keys: null, mark: MARK, atOnce: 16, seed: chance.below(1e9) }, () => undefined),
      );
      let isOff = false;
      const senders = Array.from({ length: SENDERS }, async () => {
        while (!isOff) {
          const id = randomUUID();
          const status = await postSigned(app.receiverPort, notificationOf(orderId, app.venue.venueId, id)).catch(() => 0);
          if (status === 200) taken.add(id);
        }
      });
      await pause(200 + chance.below(1_500));
      await app.switchOff();
      isOff = true;
      await Promise.all(senders);
      await Promise.all(attackers);
      if (kill % 10 === 9) say(`${kill + 1} kills, ${taken.size} notifications answered 200`);
    }
    await app.switchOn();
    await app.switchOff();
    const db = new Database(join(app.venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
    const kept = new Set(db.prepare<[], string>('SELECT id FROM notification').pluck().all());
    const bodies = Number(db.prepare<[string], number>('SELECT count(*) FROM notification WHERE body LIKE ?').pluck().get(`%${MARK}%`));
    db.close();
    const lost = [...taken].filter((id) => !kept.has(id));
    if (lost.length > 0) reached.push(`${lost.length} of ${taken.size} notifications that were answered 200 are lost`);
    if (bodies > 0) reached.push(`${bodies} unsigned bodies were stored`);
    if (taken.size < kills) reached.push(`only ${taken.size} notifications were taken: nothing was tried`);
    return { tried: kills, reached, figures: `${taken.size} notifications answered 200, ${lost.length} lost` };
  },
};
