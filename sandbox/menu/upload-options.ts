/** Create menu: options, values and suboptions (section 4.3). */
import { ASSUMED } from '../assumptions.ts';
import { type Fields, isFields } from '../wire/exchange.ts';
import { A_BOOLEAN, A_COUNT, A_GTIN, A_NUMBER, A_RANGE, A_TEXT, checkFields, objectsIn, oneOf, TRANSLATIONS } from './mistakes.ts';
import { checkInformation } from './product-information.ts';
import { checkDeposit, checkPart, checkProductName, type Upload } from './upload-product.ts';

const MOST_SUB_OPTIONS = 3;

const OPTION = {
  name: [TRANSLATIONS, 'required'],
  type: [oneOf('SingleChoice', 'MultiChoice'), 'required'],
  selection_range: [A_RANGE],
  max_same_selections: [A_COUNT],
  max_free_selections: [A_COUNT],
  external_data: [A_TEXT],
} as const;

/** `level`: 0 for an item's options. */
export function checkOptions(value: unknown, where: string, upload: Upload, level: number): void {
  const { mistakes } = upload;
  for (const [option, at] of objectsIn(value, where, mistakes)) {
    checkFields(option, OPTION, ['values'], at, mistakes);
    if (option.selection_range !== undefined && option.type === 'SingleChoice')
      mistakes.add(`${at}.selection_range`, 'is for MultiChoice only');
    for (const [one, within] of objectsIn(option.values, `${at}.values`, mistakes)) checkValue(one, within, upload, level);
  }
}

function checkValue(value: Fields, where: string, upload: Upload, level: number): void {
  const { mistakes, price } = upload;
  const shape = {
    name: [TRANSLATIONS, 'required'],
    price: [price, 'required'],
    enabled: [A_BOOLEAN, 'required'],
    default: [A_BOOLEAN, 'required'],
    external_data: [A_TEXT, 'required'],
    selection_range: [A_RANGE],
    visible_to_merchant: [A_BOOLEAN],
    vat_percentage: [A_NUMBER],
    gtin_barcode: [A_GTIN],
    merchant_sku: [A_TEXT],
  } as const;
  checkFields(value, shape, ['sub_options', 'sub_option_values', 'deposit', 'product_information'], where, mistakes);
  checkProductName(value, where, upload);
  checkDeposit(value, where, upload);
  checkPart(value, 'product_information', where, mistakes, (one, at) => checkInformation(one, at, mistakes, false));
  checkSubOptions(value, where, upload, level);
}

function checkSubOptions(value: Fields, where: string, upload: Upload, level: number): void {
  const { mistakes } = upload;
  const { sub_options: subOptions, sub_option_values: deprecated } = value;
  if (deprecated !== undefined) {
    if (subOptions !== undefined) mistakes.add(`${where}.sub_option_values`, 'is deprecated and cannot be combined with sub_options');
    else if (!Array.isArray(deprecated) || !deprecated.every(isFields))
      mistakes.add(`${where}.sub_option_values`, 'must be a list of objects');
  }
  if (subOptions === undefined) return;
  if (Array.isArray(subOptions) && subOptions.length > MOST_SUB_OPTIONS)
    mistakes.add(`${where}.sub_options`, `at most ${MOST_SUB_OPTIONS} for a value`);
  if (level < ASSUMED.subOptionLevels) checkOptions(subOptions, `${where}.sub_options`, upload, level + 1);
  else if (!Array.isArray(subOptions) || subOptions.length > 0)
    mistakes.add(`${where}.sub_options`, `at most ${ASSUMED.subOptionLevels} levels deep`);
}
