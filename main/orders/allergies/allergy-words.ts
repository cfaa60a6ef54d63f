/**
 * A language's allergy words, comma-separated. `word*`: prefix; `*word*`: contained after at least two letters, as in "pähkinäallergia".
 * Case and accents are ignored.
 */
export interface AllergyWords {
  /** An allergy or intolerance: "allergic". */
  allergy: string;
  /** A specific one: "celiac". */
  conditions: string;
  allergens: string;
  /** Everyday words in another language: marked only if the note has an allergy word of this language. */
  ambiguous?: string;
  /** Other words that contain a listed one: 蛋糕, cake, has the sign for egg. */
  lookalikes?: string;
  /** Whole notes that mean "no allergies", separated by semicolons. */
  none: string;
}
