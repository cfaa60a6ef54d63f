/** A QR code as an image that a page can show without loading anything. */
import { generate } from 'lean-qr';

const QUIET = 4;

/** SVG as a data: URL, black on white in every theme, with the margin scanners need. */
export function qrPicture(text: string): string {
  const code = generate(text);
  const whole = code.size + 2 * QUIET;
  let squares = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}"><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path d="${squares}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
