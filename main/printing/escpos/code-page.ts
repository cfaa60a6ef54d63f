/** Characters a printer has built in, by its code page. */

/** Common to both printer families; ASCII if unknown. */
export type CodePage = 'ASCII' | 'PC858_EURO' | 'PC852_LATIN2' | 'PC866_CYRILLIC2' | 'WPC1252' | 'WPC1250_LATIN2' | 'WPC1251_CYRILLIC';

const UPPER_HALF: Record<CodePage, string> = {
  ASCII: '',
  PC858_EURO:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´±‗¾¶§÷¸°¨·¹³²■',
  PC852_LATIN2:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´˝˛ˇ˘§÷¸°¨˙űŘř■',
  PC866_CYRILLIC2:
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■',
  WPC1252: '€‚ƒ„†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  WPC1250_LATIN2:
    '€‚„†‡‰Š‹ŚŤŽŹ‘’“”•–—™š›śťžźˇ˘Ł¤Ą¦§¨©Ş«¬®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  WPC1251_CYRILLIC:
    'ЂЃ‚ѓ„†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџЎўЈ¤Ґ¦§Ё©Є«¬®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
};

const CHARACTERS = Object.fromEntries(Object.entries(UPPER_HALF).map(([page, characters]) => [page, new Set(characters)])) as Record<
  CodePage,
  Set<string>
>;

/** Replacements of the same width for quotes, dashes and frame lines that a code page lacks. */
const SUBSTITUTES = new Map(
  Object.entries({
    ...{
      '\u2018': "'",
      '\u2019': "'",
      '\u201a': "'",
      '\u201b': "'",
      '\u2032': "'",
      '\u201c': '"',
      '\u201d': '"',
      '\u201e': '"',
      '\u2033': '"',
    },
    ...{ '\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-', '\u2212': '-', '\u2022': '*', '×': 'x' },
    ...{ '─': '-', '│': '|', '═': '=', '║': '|', '╔': '+', '╗': '+', '╚': '+', '╝': '+', '·': '.', '»': '>' },
  }),
);

/** Characters beyond ASCII. */
export function lettersOf(page: CodePage): string {
  return UPPER_HALF[page];
}

/** The text in this code page's characters; null if one is missing, so that the line must be drawn. */
export function inCodePage(text: string, page: CodePage): string | null {
  let result = '';
  for (const character of text) {
    if (has(character, page)) {
      result += character;
      continue;
    }
    const substitute = SUBSTITUTES.get(character);
    if (substitute === undefined || !has(substitute, page)) return null;
    result += substitute;
  }
  return result;
}

function has(character: string, page: CodePage): boolean {
  return (character >= ' ' && character <= '~') || CHARACTERS[page].has(character);
}
