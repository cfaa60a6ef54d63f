/** A text as it is compared, however it is written: without accents, wide letters and case. "Ragù" is found by "ragu". */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
