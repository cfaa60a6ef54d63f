/** SQL that makes messages of the sentences that earlier versions wrote down, where a whole one is still said today: then every language has it. */
import en from '../../../resources/messages/en.json' with { type: 'json' };

/** What no person typed. A reason, a name or a note that happens to read like a sentence of ours stays what it is. */
const COLUMNS = [
  ['job', 'error'],
  ['spell', 'says'],
  ['told', 'says'],
  ['delivery', 'error'],
] as const;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export function sentencesIntoMessages(): string {
  const rows = Object.entries(en)
    // A sentence with values in it is kept as it was written.
    .filter(([, sentence]) => !sentence.includes('{'))
    .map(([code, sentence]) => `(${quoted(sentence)}, ${quoted(JSON.stringify({ code }))})`);
  return `
  CREATE TEMP TABLE sentence (text TEXT PRIMARY KEY, message TEXT NOT NULL);
  INSERT OR IGNORE INTO sentence VALUES ${rows.join(', ')};
  ${COLUMNS.map(([table, column]) => `UPDATE ${table} SET ${column} = (SELECT message FROM sentence WHERE text = ${column}) WHERE ${column} IN (SELECT text FROM sentence);`).join('\n  ')}
  DROP TABLE sentence;
  `;
}
