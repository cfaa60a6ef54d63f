/** Certificates trusted by the system are trusted, here through OpenSSL's certificate file. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../setup/parts.ts';
import { CERTIFICATES } from '../relay/certificates.ts';
import { NAME, openProxy, openTls } from './outside.ts';

test.each([
  [
    'till',
    "const { ask } = await import('./main/outgoing/ask.ts'); console.log((await ask({ url, method: 'POST', signal: AbortSignal.timeout(20_000) })).ok);",
  ],
  [
    'service',
    "const { createHttp } = await import('./main/service/http.ts'); const { startTime } = await import('./main/time/start-time.ts'); console.log((await createHttp({ time: startTime() }).send({ method: 'GET', url, expects: { statuses: [200] } })).ok); process.exit();",
  ],
])('certificates that the system trusts are trusted by requests to the %s', async (_, script) => {
  const dir = testFolder();
  await using server = await openTls();
  await using proxy = await openProxy(server.port);
  const file = join(dir, 'trusted.pem');
  const typed = async (trusted: string): Promise<string> => {
    writeFileSync(file, trusted);
    const env = { ...process.env, SSL_CERT_FILE: file, SSL_CERT_DIR: dir, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const child = spawn(process.execPath, ['--input-type=module', '-e', `const url = 'https://${NAME}/'; ${script}`], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    await new Promise((resolve) => child.once('close', resolve));
    return output.trim();
  };
  expect(await typed(CERTIFICATES[1]?.certificate ?? '')).toBe('false');
  expect(await typed(CERTIFICATES[0]?.certificate ?? '')).toBe('true');
});
