/**
 * What each language gives for finding allergies in notes. Words and groups of words, a comma between them. `word*`: begins so; `*word*`:
 * has it within, two letters or more before it, as in "pähkinäallergia". Capitals and accents may be written: they are not looked at, but in
 * the words that deny (Swedish "nöt" is no English "not").
 */
export interface AllergyWords {
  /** Each says by itself that there is an allergy, and not which: "allergic". */
  says: string;
  /** Each says by itself what somebody has or must not get: "celiac". */
  conditions: string;
  /** Says it of an allergen in the same clause: "cannot eat", "traces". */
  cannot: string;
  allergens: string;
  /** Allergens that are another word in another language: they count beside a word of this language that says it. */
  ownAllergens?: string;
  /** Begin what a customer wants more of: "extra fish sauce" is asked for, not kept away. */
  asks: string;
  /** Keep something away: "without". Beside them, what denies does it too. */
  without: string;
  /** Deny a word of `says` or `conditions` that follows, with words of `between` in between: "no known food allergies". */
  denies: string;
  /** Stand before what denies, where it begins no clause: "we have no allergies". After any other word it may belong to that one: "onions no allergy". */
  subjects: string;
  between: string;
  /** Deny it from behind: "アレルギーはありません". */
  deniesAfter: string;
  /** Deny it as an answer, at the end of a clause: "Allergies: none". */
  answers: string;
  /** Carry a denial on to the next word that says it; after `and` only where the clause ends with it. */
  or: string;
  and: string;
  /** Take a denial back where an allergen follows: "not allergic to nuts, but to milk". */
  but: string;
  /** Take it back, whatever follows: "no allergies except onions". */
  except: string;
  /** End a clause without a comma: "no allergies thanks". */
  polite: string;
  /** Look like a word that says it, or like an allergen, and are none. */
  others?: string;
}
