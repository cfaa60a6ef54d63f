/** Portuguese. */
import type { AllergyWords } from '../allergy-words.ts';

export const pt: AllergyWords = {
  says: `alergia, alergias, alérgico, alérgica, alérgicos, alérgicas, alergico*, alergica*, alérgeno*, alergénio*, alergênico*, alegia, alérgia,
    intolerância, intolerâncias, intolerante, intolerantes, hipersensibilidade, hipersensível, anafilaxia, anafilático, anafilática, epipen`,
  conditions: 'celíaco, celíaca, celíacos, celíacas',
  cannot: `não posso comer, não pode comer, não podemos comer, não podem comer, não posso consumir, não pode consumir, não posso ingerir,
    não tolero, não tolera, faz me mal, me faz mal, fazem me mal, traços, traço, vestígios, sensível, sensibilidade, reação, reações, reacção,
    contaminação cruzada, contaminação`,
  allergens: `nozes, frutos secos, frutos de casca rija, castanha, castanhas, caju, avelã, avelãs, amêndoa*, amendoim, amendoins, pistache*, pistácio*,
    pistacho*, leite, laticínio*, lacticínio*, lactose, caseína, glúten, trigo, cevada, centeio, ovo, ovos, soja, marisco*, crustáceo*, camarão,
    camarões, caranguejo*, lagosta*, lagostim, frutos do mar, peixe*, gergelim, sésamo, mostarda, aipo, tremoço*, molusco*, mexilhão, mexilhões,
    amêijoa*, ostra, ostras, lula, lulas, polvo, sulfito*`,
  ownAllergens: 'noz',
  asks: 'extra, mais, com, adicionar, acrescentar, dobro, muito, muita',
  without: 'tirar, tirem, retirar, evitar, evitem, livre, em vez de',
  denies: 'não, nao, sem, nenhuma, nenhum, ninguém, nunca, nem, jamais, zero',
  subjects: `eu, nós, tenho, temos, sou, somos, há, tem, têm, é, aqui, não, filho, filha, ele, ela, que, meu, minha, também, família`,
  between: `tenho, temos, tem, têm, há, sou, somos, é, são, nenhuma, nenhum, qualquer, alguma, conhecida, conhecidas, alimentar, alimentares, uma, um,
    a, outra, outras, especial, possuo, possui, sofro, de, ninguém, realmente, nada`,
  deniesAfter: '',
  answers: 'nenhuma, nenhum, não, nada, não tenho, não tem, não há, sem, zero',
  or: 'ou, nem',
  and: 'e',
  but: 'mas, só, somente, apenas, porém, senão',
  except: 'exceto, excepto, salvo, menos, tirando, fora, exceção, excecao, além, alem',
  polite: 'por favor, obrigado, obrigada, alimentares, alimentar, conhecidas',
};
