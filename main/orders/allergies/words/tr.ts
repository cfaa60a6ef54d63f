/** Negation follows: "alerjim yok". */
import type { AllergyWords } from '../allergy-words.ts';

export const tr: AllergyWords = {
  allergy: `alerji, alerjim, alerjin, alerjisi, alerjimiz, alerjiniz, alerjileri, alerjiler, alerjiye, alerjiden, alerjik, alerjiği, alerjiğim,
    alerjiyim, alerjikim, alerjen*, alerj*, allerji*, alarji*, alerjımız, alerjım, intolerans*, *intolerans*, hassasiyet*, anafilaksi*, anafilakti*,
    aşırı duyarlı*`,
  conditions: 'çölyak*',
  allergens: `fındık*, fındığ*, fıstık*, fıstığ*, yer fıstığı, yerfıstığı, ceviz*, badem*, kaju, kajulu, kajuya, kuruyemiş*, kabuklu yemiş*, süt, süte, sütü, sütlü,
    sütten, süt ürün*, laktoz*, gluten*, glüten*, buğday*, arpa, çavdar, yumurta*, soya, soyalı, soyaya, soyadan, soya sos*, kabuklu deniz*, deniz ürün*, karides*, yengeç*, yengeç,
    ıstakoz*, balık, balığa, balığı, balıklı, balıktan, susam*, tahin*, hardal*, kereviz*, acı bakla, lupin*, yumuşakça*, midye*, istiridye*, kalamar*,
    ahtapot*, sülfit*`,
  none: `alerjim yok; alerji yok; alerjimiz yok; alerjim yoktur; hiçbir alerjim yok; herhangi bir alerjim yok; bilinen alerjim yok; gıda
    alerjim yok; alerjik değilim; alerjim yok, teşekkürler; alerji: yok; alerjiler: yok`,
};
