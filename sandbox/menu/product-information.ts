/** Create menu: product information besides name and price. */
import { type Fields, isFields } from '../wire/exchange.ts';
import { A_COUNT, A_TEXT, type Check, checkFields, type Mistakes, oneOf, TRANSLATIONS } from './mistakes.ts';

const TEXTS = [
  'ingredients',
  'additives',
  'allergens',
  'producer_information',
  'distributor_information',
  'country_of_origin',
  'conditions_of_use_and_storage',
  'nutrition_facts',
];
const ENERGY = ['energy_kcal', 'energy_kj'];
const NUTRIENTS = [
  'fats',
  'saturated_fats',
  'mono_unsaturated_fats',
  'poly_unsaturated_fats',
  'carbohydrate',
  'sugar',
  'starch',
  'polyols',
  'protein',
  'salt',
  'sodium',
  'fibres',
  'vitamin_c',
  'potassium',
  'calcium',
  'magnesium',
  'chloride',
  'fluoride',
];
/** Fields with an amount, and the display units that fit them. */
const AMOUNTS: Record<string, string[]> = {
  weight_in_g: ['weight', 'weight_100g'],
  volume_in_ml: ['volume', 'volume_100ml'],
  quantity: ['units'],
};

const isAmount = (value: unknown) => typeof value === 'number' && value >= 0;
const AN_ENERGY: Check = ['must be {value}', (one) => isFields(one) && isAmount(one.value)];
const A_NUTRIENT: Check = [
  'must be {unit: g or mg, value}',
  (one) => isFields(one) && isAmount(one.value) && ['g', 'mg'].includes(String(one.unit)),
];
const REGULATORY: Check = [
  'must be a list of {name, value}',
  (value) => Array.isArray(value) && value.every((one) => isFields(one) && A_TEXT[1](one.name) && A_TEXT[1](one.value)),
];

const shapeOf = <C extends Check>(keys: readonly string[], check: C) => Object.fromEntries(keys.map((key) => [key, [check] as const]));

/** `isItem`: option values have no nutrition table. */
export function checkInformation(information: Fields, where: string, mistakes: Mistakes, isItem: boolean): void {
  const shape = {
    ...shapeOf(TEXTS, TRANSLATIONS),
    ...shapeOf(Object.keys(AMOUNTS), A_COUNT),
    display_unit: [A_TEXT],
    regulatory_information: [REGULATORY],
  } as const;
  checkFields(information, shape, isItem ? ['nutrition_information'] : [], where, mistakes);
  checkAmount(information, where, mistakes);
  const nutrition = isItem ? information.nutrition_information : undefined;
  if (nutrition === undefined) return;
  const at = `${where}.nutrition_information`;
  if (!isFields(nutrition) || !isFields(nutrition.nutrition_values)) {
    mistakes.add(at, 'must be {serving_size, nutrition_values}');
    return;
  }
  checkFields(nutrition, { serving_size: [oneOf('per_100_grams', 'per_100_ml'), 'required'] }, ['nutrition_values'], at, mistakes);
  const values = { ...shapeOf(ENERGY, AN_ENERGY), ...shapeOf(NUTRIENTS, A_NUTRIENT) };
  checkFields(nutrition.nutrition_values, values, [], `${at}.nutrition_values`, mistakes);
}

/** At most one of weight, volume and number, with a matching display unit. */
function checkAmount(information: Fields, where: string, mistakes: Mistakes): void {
  const amounts = Object.keys(AMOUNTS).filter((key) => information[key] !== undefined);
  const unit = information.display_unit;
  if (amounts.length > 1) mistakes.add(where, `exactly one of ${Object.keys(AMOUNTS).join(', ')}`);
  const fitting = AMOUNTS[amounts[0] ?? ''];
  if (fitting && !fitting.includes(String(unit))) mistakes.add(`${where}.display_unit`, `must be one of ${fitting.join(', ')}`);
  if (!fitting && unit !== undefined) mistakes.add(`${where}.display_unit`, 'needs an amount');
}
