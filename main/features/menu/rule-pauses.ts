/** Each venue's last pause by rule; survives restarts. */
import type { RulePauses } from '../../shift/pause-by-rule.ts';
import { fromStored, toStored } from '../../store/rows/stored/stored-text.ts';
import type { Store } from '../../store/store.ts';

/** Older databases have the pause as a message in the menu's journal. */
export const RULE_PAUSE_TABLE = `
  CREATE TABLE IF NOT EXISTS rule_pause (venue_id TEXT PRIMARY KEY, until TEXT NOT NULL, why TEXT NOT NULL) STRICT;
  INSERT OR REPLACE INTO rule_pause (venue_id, until, why)
    SELECT venue_id, json_extract(text, '$.values.until.at'), coalesce(text -> '$.values.why', '""') FROM menu_change
    WHERE CASE WHEN json_valid(text) THEN json_extract(text, '$.code') = 'sale.pausedByRule' AND json_type(text, '$.values.until.at') = 'text' END
    ORDER BY id;
`;

export function createRulePauses(store: Pick<Store, 'prepare'>): RulePauses {
  const last = store.prepare<[string], { until: string; why: string }>(`SELECT until, why FROM rule_pause WHERE venue_id = ?`);
  const keep = store.prepare<[string, string, string]>(`INSERT OR REPLACE INTO rule_pause (venue_id, until, why) VALUES (?, ?, ?)`);
  return {
    last(venueId) {
      const row = last.get(venueId);
      return row ? { until: row.until, why: fromStored(row.why) } : null;
    },
    keep: (venueId, { until, why }) => void keep.run(venueId, until, toStored(why)),
  };
}

/** A read-only database may lack the table. */
export const NO_RULE_PAUSES: RulePauses = { last: () => null, keep: () => undefined };
