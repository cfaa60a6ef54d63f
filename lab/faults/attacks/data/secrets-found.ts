/** Searches a text for secrets in plain form and in every encoding. */

export function secretsFoundIn(text: string, secrets: Record<string, string>): [name: string, where: string][] {
  const readings: [string, string][] = [['as it is', text], ...decodedRuns(text)];
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const found = readings.find(([, reading]) => clothings(secret).some((clothed) => reading.includes(clothed)));
    return found ? [[name, found[0]] as [string, string]] : [];
  });
}

function clothings(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex'),
    [...secret].reverse().join(''),
  ];
}

function decodedRuns(text: string): [string, string][] {
  const runs = text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? [];
  const decoded = runs.map((run) => Buffer.from(run, 'base64').toString('latin1')).join('\n');
  const percent = text.replaceAll(/(%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
  return [
    ['base64', decoded],
    ['percent signs', percent],
  ];
}
