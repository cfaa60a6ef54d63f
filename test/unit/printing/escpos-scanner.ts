/** Parses printer bytes independently of the encoder: every sequence must be listed, anything else is printed text. */

export interface Scan {
  /** Names of the sequences in order, such as "GS ! 11". */
  commands: string[];
  /** Printed lines, in bytes of the code page. Images are "[image WxH]". */
  lines: string[];
  images: { rowBytes: number; height: number; data: Buffer }[];
}

/** First bytes of each allowed sequence, and its count of parameter bytes. */
const ALLOWED: { bytes: number[]; name: string; parameters: number }[] = [
  { bytes: [0x1b, 0x40], name: 'ESC @', parameters: 0 },
  { bytes: [0x1b, 0x74], name: 'ESC t', parameters: 1 },
  { bytes: [0x1b, 0x33], name: 'ESC 3', parameters: 1 },
  { bytes: [0x1b, 0x4a], name: 'ESC J', parameters: 1 },
  { bytes: [0x1b, 0x45], name: 'ESC E', parameters: 1 },
  { bytes: [0x1b, 0x64], name: 'ESC d', parameters: 1 },
  { bytes: [0x1d, 0x21], name: 'GS !', parameters: 1 },
  { bytes: [0x1d, 0x42], name: 'GS B', parameters: 1 },
  { bytes: [0x1d, 0x56], name: 'GS V', parameters: 1 },
];

/** Throws on any other control byte: a customer's comment with one could open the cash drawer. */
export function scan(bytes: Buffer): Scan {
  const result: Scan = { commands: [], lines: [], images: [] };
  let line = '';
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a) {
      result.lines.push(line);
      line = '';
      at += 1;
    } else if (byte >= 0x20 && byte !== 0x7f) {
      line += String.fromCharCode(byte);
      at += 1;
    } else if (byte === 0x1d && bytes[at + 1] === 0x76 && bytes[at + 2] === 0x30 && bytes[at + 3] === 0) {
      const rowBytes = bytes.readUInt16LE(at + 4);
      const height = bytes.readUInt16LE(at + 6);
      const end = at + 8 + rowBytes * height;
      if (end > bytes.length) throw new Error('The image is longer than the job.');
      if (line !== '') throw new Error('An image in the middle of a line.');
      result.images.push({ rowBytes, height, data: bytes.subarray(at + 8, end) });
      result.commands.push('GS v 0');
      result.lines.push(`[image ${rowBytes * 8}x${height}]`);
      at = end;
    } else {
      const command = ALLOWED.find((candidate) => candidate.bytes.every((expected, offset) => bytes[at + offset] === expected));
      if (!command) throw new Error(`Byte ${byte.toString(16)} ${bytes[at + 1]?.toString(16)} at ${at} is no allowed command.`);
      const parameters = bytes.subarray(at + 2, at + 2 + command.parameters);
      result.commands.push([command.name, parameters.toString('hex')].join(' ').trim());
      at += 2 + command.parameters;
    }
  }
  if (line !== '') result.lines.push(line);
  return result;
}
