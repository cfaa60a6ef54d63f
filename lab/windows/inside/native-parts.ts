/** Run in Wine: loads and uses every native module of the product. */
import { createCanvas } from '@napi-rs/canvas';
import { AsyncEntry } from '@napi-rs/keyring';
import Database from 'better-sqlite3';
import { systemPrinters } from '../../../main/printing/transports/list-printers.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

const file = process.argv[2] ?? '';
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.exec('CREATE TABLE papers (number INTEGER); INSERT INTO papers VALUES (1)');
database.close();
createCanvas(10, 10).toBuffer('image/png');
// Windows accepts 2,560 bytes.
const entry = new AsyncEntry('Tillbridge-test', 'native-parts');
await entry.setPassword('x'.repeat(1_000));
const secret = await entry.getPassword();
await entry.deletePassword();
const printers = (await systemPrinters(systemTime)).map(({ name }) => name);
console.log(JSON.stringify({ node: process.version, secret: secret?.length, printers }));
process.exit(0);
