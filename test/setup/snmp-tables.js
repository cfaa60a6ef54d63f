/** What snmpd asks for the values of a printer (`pass_persist`): reads them from the JSON file that is its argument, anew for each question. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file] = process.argv;

/** [[oid, type, value], ...], by oid. Binary values are octets in hex. */
function rows() {
  return JSON.parse(readFileSync(file, 'utf8')).sort(([a], [b]) => compare(a, b));
}

function compare(a, b) {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const apart = (left[at] ?? -1) - (right[at] ?? -1);
    if (apart !== 0) return apart;
  }
  return 0;
}

const plain = (oid) => oid.replace(/^\./, '');
let command = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (command === null) {
    if (line === 'PING') console.log('PONG');
    else if (line === '') break;
    else command = line;
    continue;
  }
  const asked = plain(line);
  const row = rows().find(([oid]) => (command === 'get' ? oid === asked : compare(oid, asked) > 0));
  console.log(row ? `.${row[0]}\n${row[1]}\n${row[2]}` : 'NONE');
  command = null;
}
