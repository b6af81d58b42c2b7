import type { AnswerLanguage } from "./answer-language.js";

export const turkish: AnswerLanguage = {
  plainYes: "evet",
  yes: "tabii|tabi|tabii ki|tabi ki|elbette|olur|kesinlikle|kesinlikle evet|lütfen yap|yap|yapın|yap lütfen|yapabilirsin|yapabilirsiniz|devam et|devam edin|katılıyorum|kabul ediyorum|onaylıyorum|onaylandı|memnuniyetle|şüphesiz|hay hay|evet olur|evet isterim|izin veriyorum|onay veriyorum",
  aloneYes: "aynen|aynen öyle|doğru|kabul|tamamdır",
  weakYes: "tamam|peki",
  no: "hayır|hayir|yok|hayır teşekkürler|hayır teşekkür ederim|yok teşekkürler|olmaz|olmasın|istemiyorum|istemem|bunu istemiyorum|gerek yok|gerekmez|lazım değil|gerekli değil|şimdi değil|şu an değil|henüz değil|daha değil|bugün değil|asla|katiyen|katiyen olmaz|kesinlikle hayır|kesinlikle olmaz|tabii ki hayır|elbette hayır|hiçbir şekilde|sakın|yapma|yapmayın|bunu yapma|onu yapma|sakın yapma|lütfen yapma|lütfen yapmayın|reddediyorum|reddedildi|kabul etmiyorum|onaylamıyorum|katılmıyorum|karşıyım",
  neither:
    "evet hayır|hayır evet|evet evet|tabii tabii|tabi tabi|tabii canım|tabi canım|evet ya|he he|tamam tamam|peki peki|yok canım|ya evet|ha evet|hadi ya|hadi canım|hadi yap|ne|buyur|buyurun|böyle iyi|tamam böyle iyi|sen bilirsin|nasıl istersen|sorun yok|sorun değil|neden olmasın|fark etmez|bilmiyorum|emin değilim|olur olur|olur mu|hiç|reddetmiyorum|karşı değilim|önemli değil",
  please: "lütfen",
  thanks: "teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol|sağol|sağ olun",
  sorry: "kusura bakma|kusura bakmayın|üzgünüm|pardon",
  praise: "güzel|harika|mükemmel|iyi fikir|süper",
  opening: "o zaman|şey",
  immediate: "şimdi|hemen|hemen şimdi|derhal",
  strengthening: "kesinlikle|tabii|tabii ki|elbette|asla|katiyen",
  negating: "değil|hayır|yok",
  forbidding: "sakın",
  contrast: "ama|fakat",
  joining: "ve",
  actually: "aslında",
  standIns: "bunu|onu|onları|bunları|hepsini",
  small: "bir|bütün|tüm|ve|bu|şu|için|ile",
  verb: /^\p{L}{2,}m[ae]k$/u,
  accents: "optional",
  numbers: "sıfır bir iki üç dört beş altı yedi sekiz dokuz on",
  aroundNumber: "yaklaşık|tam|sadece|toplam|aşağı yukarı",
};
