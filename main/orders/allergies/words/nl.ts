/** Dutch. Compounds are one word: "notenallergie". */
import type { AllergyWords } from '../allergy-words.ts';

export const nl: AllergyWords = {
  says: `allergie, allergieën, allergieen, allergisch, allergische, allergies, allergiën, *allergie, *allergieën, *allergisch, *allergische,
    alergie, alergieën, alergisch, *alergie, allergeen, allergenen, intolerantie, intoleranties, intolerant, *intolerantie, *intolerant,
    overgevoelig, overgevoeligheid, anafylax*, anafylact*, epipen`,
  conditions: 'coeliakie, coeliakiepatiënt, glutenallergie',
  cannot: `mag geen, mogen geen, kan geen, kunnen geen, kan niet tegen, kunnen niet tegen, niet tegen, verdraag geen, verdraagt geen, sporen, spoor,
    spoortjes, gevoelig, gevoeligheid, reactie, reacties, reageer, kruisbesmetting, ziek van`,
  allergens: `nootjes, hazelnoot, hazelnoten, walnoot, walnoten, cashewnoot, cashewnoten, amandel, amandelen, pinda*, pistache*, pijnboompit*, melk,
    koemelk, melkeiwit*, melkproduct*, zuivel*, lactose*, gluten*, tarwe*, gerst, rogge, eieren, kippenei*, eiwit, eigeel, soja*, schaaldier*,
    schelpdier*, garnaal, garnalen, krab, kreeft, zeevruchten, vissen, sesam*, mosterd*, selderij*, selder, lupine*, weekdier*, mossel*,
    oester*, inktvis*, sulfiet*`,
  // Musical notes, and Finnish "no".
  ownAllergens: 'noot, noten, ei, vis',
  asks: 'extra, meer, met, plus, dubbel*, graag veel',
  without: 'vrij, weglaten, verwijderen, vermijden, plaats van',
  denies: 'geen, niet, zonder, nooit, nergens, niemand is, niemand heeft, niemand van ons is, niemand van ons heeft, niemand',
  subjects: `ik, we, wij, heb, hebben, ben, zijn, is, er, heeft, hier, zoon, dochter, hij, zij, ze, gelukkig, dat, ook, gezin, kinderen`,
  between: `bekende, bekend, andere, verdere, bijzondere, speciale, een, enkele, ergens, voor, voedsel, echt, voedselgerelateerde`,
  deniesAfter: '',
  answers: `geen, nee, niet, niets, nvt, geen bekend, niet van toepassing, heb ik niet, hebben we niet, zijn er niet, niet aanwezig`,
  or: 'of, noch',
  and: 'en',
  but: 'maar, alleen, enkel, slechts, echter, wel, dan',
  except: 'behalve, uitgezonderd, uitzondering, buiten',
  polite: 'alstublieft, aub, dank, dankjewel, bedankt, bekend, graag',
};
