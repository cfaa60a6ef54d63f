/** Hostile text for property tests. */
import fc from '../../setup/property.ts';

export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\x1bp\x00\x19\xfa', '\x1b@', '\x10\x14\x01\x00\x05', '\x1dV\x00', '\x9b', '\u202e', '\u2066', '\u200b', '\u200d'),
      fc.constantFrom(
        ...['\ud800', '\udfff', '\ufeff', '\u00ad', '\u{e0041}', '\n', '\r\n', '\u2028', '\t', '\u00a0', '\ufe0f'],
        ...['👩‍👩‍👧', 'é', 'e\u0301'],
        ...['𝓟', 'Ⓥ', '🅿', 'ｅ\u0301', '漢', '\u115f', '⑪'],
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
