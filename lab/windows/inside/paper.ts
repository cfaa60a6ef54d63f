/** A numbered print job with every byte value, compared byte by byte. */
export function paper(number: number): Buffer {
  return Buffer.concat([Buffer.from(`paper ${number}\n`), Buffer.from(Array.from({ length: 8_192 }, (_, at) => (at + number) % 256))]);
}
