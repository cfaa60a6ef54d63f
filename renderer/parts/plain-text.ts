/** Normalizes text for comparison: no accents, full-width letters or case: "ragu" finds "Ragù". */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
