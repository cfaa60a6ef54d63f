/** Turkish. What denies stands behind: "alerjim yok". */
import type { AllergyWords } from '../allergy-words.ts';

export const tr: AllergyWords = {
  says: `alerji, alerjim, alerjin, alerjisi, alerjimiz, alerjiniz, alerjileri, alerjiler, alerjiye, alerjiden, alerjik, alerjiği, alerjiğim,
    alerjiyim, alerjikim, alerjen*, alerj*, allerji*, alarji*, alerjımız, alerjım, intolerans*, *intolerans*, hassasiyet*, anafilaksi*, anafilakti*,
    aşırı duyarlı*`,
  conditions: 'çölyak*',
  cannot: `yiyemem, yiyemiyorum, yiyemez, yiyemiyor, yiyemiyoruz, tüketemem, tüketemiyorum, tüketemiyor, yememem, yemem yasak, dokunuyor, dokunur,
    eser miktar*, iz miktar*, hassasım, hassas, duyarlı, duyarlıyım, reaksiyon*, bulaş*, çapraz bulaş*`,
  allergens: `fındık*, fındığ*, fıstık*, fıstığ*, yer fıstığı, yerfıstığı, ceviz*, badem*, kaju*, kuruyemiş*, kabuklu yemiş*, süt, süte, sütü, sütlü,
    sütten, süt ürün*, laktoz*, gluten*, glüten*, buğday*, arpa, çavdar, yumurta*, soya*, kabuklu deniz*, deniz ürün*, karides*, yengeç*, yengeç,
    ıstakoz*, balık, balığa, balığı, balıklı, balıktan, susam*, tahin*, hardal*, kereviz*, acı bakla, lupin*, yumuşakça*, midye*, istiridye*, kalamar*,
    ahtapot*, sülfit*`,
  asks: 'ekstra, extra, fazla, bol, ekleyin, ilave, çift, ile, daha',
  without: 'koymayın, koymayınız, olmasın, çıkarın, çıkarınız, olmadan, içermesin, yerine, yok, konmasın, eklemeyin',
  denies: 'hiçbir, hiç',
  subjects: 'benim, bizim, onun, burada, ben, biz, hiç, ailede, çocuğun',
  between: `herhangi, bir, bilinen, gıda, besin, hiçbir, hiç, başka, kesinlikle, şeye, karşı, özel, de, da, maalesef, olarak`,
  deniesAfter: `yok, yoktur, yokdur, değil, değilim, değiliz, değildir, bulunmuyor, bulunmamaktadır, olmadı, mevcut değil, söz konusu değil`,
  answers: 'yok, yoktur, hayır, hiç, hiçbiri, bulunmuyor',
  or: 'veya, ya da, ne de, veyahut',
  and: 've, ile',
  but: 'ama, fakat, sadece, yalnızca, ancak, lakin, yalnız, başka',
  except: 'hariç, haric, dışında, disinda, haricinde',
  polite: 'lütfen, teşekkürler, teşekkür, sağolun, sağ olun',
  others: 'alerjisiz, alerjik olmayan',
};
