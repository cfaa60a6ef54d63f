/**
 * A language's words for allergies in notes: words and phrases, separated by commas. `word*`: starts with it; `*word*`: contains it after
 * at least two letters, as in "pähkinäallergia". Capitals and accents are ignored.
 */
export interface AllergyWords {
  /** Say that there is an allergy or an intolerance: "allergic". */
  allergy: string;
  /** Say which one, too: "celiac". */
  conditions: string;
  allergens: string;
  /** Allergens that are an everyday word in another language: marked where the note has a word for an allergy in this language. */
  ambiguous?: string;
  /** Hold a word of these lists, and are another: 蛋糕, cake, has the sign for egg. */
  lookalikes?: string;
  /** Whole notes that say that there is no allergy, a semicolon between them. */
  none: string;
}
