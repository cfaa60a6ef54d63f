/** Portuguese. */
import type { AllergyWords } from '../allergy-words.ts';

export const pt: AllergyWords = {
  allergy: `alergia, alergias, alérgico, alérgica, alérgicos, alérgicas, alergico*, alergica*, alérgeno*, alergénio*, alergênico*, alegia, alérgia,
    intolerância, intolerâncias, intolerante, intolerantes, hipersensibilidade, hipersensível, anafilaxia, anafilático, anafilática, epipen`,
  conditions: 'celíaco, celíaca, celíacos, celíacas',
  allergens: `nozes, frutos secos, frutos de casca rija, castanha, castanhas, caju, avelã, avelãs, amêndoa*, amendoim, amendoins, pistache*, pistácio*,
    pistacho*, leite, laticínio*, lacticínio*, lactose, caseína, glúten, trigo, cevada, centeio, ovo, ovos, soja, marisco*, crustáceo*, camarão,
    camarões, caranguejo*, lagosta*, lagostim, frutos do mar, peixe*, gergelim, sésamo, mostarda, aipo, tremoço*, molusco*, mexilhão, mexilhões,
    amêijoa*, sem ostras, sem noz, lula, lulas, polvo, sulfito*`,
  ambiguous: 'noz, ostra, ostras',
  none: `sem alergias; sem alergias, obrigado; sem alergias, obrigada; nenhuma alergia; não tenho alergias; não tenho alergia; não temos
    alergias; não tenho nenhuma alergia; não sou alérgico; não sou alérgica; alergias: nenhuma; alergias: não`,
};
