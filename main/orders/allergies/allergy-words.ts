/**
 * Comma-separated words. `word*`: prefix; `*word*`: contained after at least two letters, as in "pähkinäallergia". Case and accents are
 * ignored.
 */
export interface AllergyWords {
  /** Such as "allergic". */
  allergy: string;
  /** Such as "celiac". */
  conditions: string;
  allergens: string;
  /** Everyday words of other languages: marked only if the note has an allergy word of this language. */
  ambiguous?: string;
  /** Harmless, but contain a listed word: 蛋糕, cake, has the sign for egg. */
  lookalikes?: string;
  /** Whole notes meaning "no allergies", separated by semicolons. */
  none: string;
}
