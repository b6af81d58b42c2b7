/** Short words of many languages. A bar separates phrases. */
import { countPhraseWords, makePhraseTable, type PhraseTable, type SpokenWord } from "./spoken-words.js";

/** Phrases whose words would make a yes or a no and that are neither, or that are often meant the other way round. */
export const neitherWords = makePhraseTable(
  "yes and no|yeah right|yea right|ye right|yeah yeah|yeah yeah yeah|yeah no|no yeah|yes no|no yes|sure sure|right right|oh sure|oh right|oh great|oh good|ok right|sure right|ah ok|oh ok|ah okay|oh okay|ah alright|ah right|ah yes|ah yeah|oh yeah|oh alright|ok ok|okay okay|fine fine",
  "jein|na ja|naja|naja ja|na ja ja|ach ja|ah ja|ach so|ah oui|eh oui|ah sí|ah sì|ah si|eh sì|ah sim|ah bon|ah d'accord|ja und nein|ja nein|nein ja|ja ja|jaja|ja ja ja|ja ne|oui et non|oui non|oui oui|oui bon|sí y no|si no|sí sí claro|claro claro|sì e no|si si certo|sim e não|sim não|pois sim|pois não|pois é|ja en nee|ja nee|nee ja|ja ja hoor",
  "да ладно|ну ладно|ах да|а да|ага ага|да ну|ну да|ну да конечно|ага конечно|да уж|да да конечно|нет да|tabii tabii|tabi tabi|yok canım|evet hayır|はいはい|そうですね|네네|예예|응 아니|tak tak|no tak|no jo|ano ano|jo jo|joo joo|ναι ναι|так так|iya iya|ya ya|要是|是要|好是",
);

/** Orders, which answer no question. */
export const orderWords = makePhraseTable(
  "stop|stop it|stop that|cancel|cancel it|cancel that|abort|wait|hold on|hang on|never mind|nevermind|scratch that|quit|undo|undo that|halt|pause",
  "stopp|halt|warte|warte mal|abbrechen|brich ab|vergiss es|vergiss das|moment|moment mal|schon gut",
  "arrête|arrêtez|attends|attendez|annule|annulez|laisse tomber|peu importe",
  "detente|espera|espere|cancela|cancelar|cancélalo|olvídalo|déjalo",
  "fermati|ferma|aspetta|annulla|lascia perdere|lascia stare",
  "pára|espere aí|deixa pra lá|esquece|esqueça",
  "wacht|wacht even|annuleer|laat maar|stop maar",
  "стоп|стой|подожди|подождите|отмена|отмени|отмените|забудь|хватит|неважно",
  "dur|durdur|bekle|iptal|iptal et|vazgeç|boş ver|boşver",
  "停|停止|停下|等等|等一下|取消|等一等",
  "止めて|やめて|ストップ|待って|ちょっと待って|キャンセル|中止",
  "멈춰|그만|잠깐|잠깐만|기다려|취소|취소해|취소해줘",
);

/** Orders anywhere in a short message. */
export const insteadWords = makePhraseTable(
  "instead|on second thought no|stattdessen|plutôt|à la place|en su lugar|en vez de eso|en cambio|invece|em vez disso|in plaats daarvan|вместо этого|bunun yerine|onun yerine|而是|改成|代わりに|その代わり|대신",
);

/** Sounds and small words before an answer that add nothing to it. */
export const openingWords = makePhraseTable(
  "oh|um|uh|uhm|hm|hmm|ah|well|so|hey|please|then|ach|äh|ähm|naja|na|na dann|also|bitte|eh|euh|ben|bah|alors|ah bon|pues|bueno|por favor|allora|beh|então|bem|nou|nou ja|dus|ну|тогда|пожалуйста|şey|o zaman|lütfen|那|那么|那就|那麼|请|請|啊|じゃあ|では|それでは|じゃ|음|그럼|아|저기|więc|ну то|niin|λοιπόν|إذن|तो|thì|vậy|jadi|nah",
);

/** Where the words end that are phrases of these tables, or sounds with a pause behind them: "um," but not "um 8 Uhr". */
export function skipPhrases(words: readonly SpokenWord[], from: number, tables: readonly PhraseTable[]): number {
  let at = from;
  while (at < words.length) {
    const opening = countPhraseWords(words, at, openingWords);
    const isSound = opening > 0 && opening < words.length - at && words[at + opening - 1]?.pause === true;
    const length = Math.max(isSound ? opening : 0, ...tables.map((table) => countPhraseWords(words, at, table)));
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** "But" and its like: what follows takes back something of what came before. */
export const contrastingWords = makePhraseTable(
  "but|though|however|aber|jedoch|mais|pero|ma|però|mas|porém|maar|но|однако|ama|fakat|但|但是|不过|でも|しかし|ただ|하지만|근데|그런데|ale|але|mutta|αλλά|لكن|ولكن|लेकिन|पर|nhưng|tapi|tetapi",
);

/** "And" and its like, between two parts of one answer. */
export const joiningWords = makePhraseTable("and|und|et|y|e|en|и|і|ve|oraz|و|और|και|và|dan|그리고|そして");

/** Words that may surround an answer without changing it. */
export const politeWords = makePhraseTable(
  "please|pls|plz|thanks|thank you|thank you very much|thank you so much|many thanks|thanks a lot|thx|ty|cheers|bitte|danke|danke schön|danke dir|vielen dank|besten dank|bitte schön|s'il te plaît|s'il vous plaît|svp|stp|merci|merci beaucoup|merci bien|por favor|porfa|gracias|muchas gracias|per favore|per piacere|grazie|grazie mille|obrigado|obrigada|muito obrigado|muito obrigada|alsjeblieft|alstublieft|dank je|dank je wel|dank u|dank u wel|bedankt|пожалуйста|спасибо|спасибо большое|большое спасибо|lütfen|teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol|sağol|谢谢|謝謝|谢谢你|谢谢您|请|麻烦了|麻烦你了|拜托了|お願いします|お願い致します|ありがとう|ありがとうございます|どうも|부탁해요|부탁해|부탁합니다|부탁드려요|부탁드립니다|감사합니다|감사해요|고마워|고마워요|고맙습니다",
  "proszę|dziękuję|dzięki|będę wdzięczny|будь ласка|дякую|prosím|děkuji|díky|kiitos|παρακαλώ|ευχαριστώ|من فضلك|لو سمحت|شكرا|شكراً|कृपया|प्लीज़|प्लीज|धन्यवाद|शुक्रिया|làm ơn|xin vui lòng|cảm ơn|cám ơn|tolong|terima kasih|makasih|sir|ma'am|mate|buddy|dear|sorry|i'm sorry|so sorry|entschuldigung|entschuldige|sorry|tut mir leid|désolé|désolée|pardon|perdón|lo siento|scusa|scusi|mi dispiace|desculpa|desculpe|desculpa lá|извини|извините|простите|прости|kusura bakma|üzgünüm|对不起|對不起|抱歉|不好意思|すみません|ごめん|ごめんなさい|申し訳ありません|죄송합니다|죄송해요|미안|미안해|미안해요|przepraszam|вибач|вибачте|promiň|promiňte|anteeksi|συγγνώμη|آسف|عذرا|माफ़ कीजिए|xin lỗi|maaf|結構です|大丈夫です|大丈夫|괜찮아|괜찮아요|괜찮습니다|됐어|됐어요|🙏|🙂|😊|😀|😃|😄|😁|🎉|❤|🥳|💪|🚀|🤝",
);

export const actuallyWords = makePhraseTable(
  "actually|on second thought|on second thoughts|i changed my mind|changed my mind|i've changed my mind|oh actually|well actually|come to think of it|wait actually|hm actually",
  "eigentlich|eigentlich doch|doch|ach doch|doch lieber|ich hab's mir anders überlegt|en fait|finalement|tout compte fait|en realidad|de hecho|pensándolo bien|in realtà|anzi|ripensandoci|na verdade|pensando bem|eigenlijk|bij nader inzien|toch|вообще-то|на самом деле|хотя|всё-таки|aslında|其实|還是|还是|やっぱり|やはり|사실|사실은|생각해보니",
);

export const everyWords = makePhraseTable(
  "both|all|all of them|both of them|everything|beide|beides|alle|alles|les deux|tous|toutes|ambos|ambas|los dos|todos|entrambi|tutti|tutto|os dois|allebei|allemaal|оба|обе|все|всё|ikisi|ikisi de|hepsi|两个都|都|全部|両方|全部|둘 다|모두|다",
);

/** Words that refer to something said before. */
export const pointingWords = makePhraseTable(
  "that|it|this|that one|this one|the last one|the last|them|das|es|dies|dieses|den|die|ça|cela|ceci|le|la|celui-ci|eso|esto|lo|quello|questo|isso|isto|dat|dit|het|это|этот|то|bunu|onu|şunu|那个|这个|它|それ|これ|그거|이거|그것",
);

/** Actions on something that a message only points at. */
export const doingWords = makePhraseTable(
  "do|redo|repeat|cancel|stop|send|delete|remove|undo|show|open|read|explain|summarize|summarise|translate|save|forward|share|fix|change|update|confirm|retry|rerun|run|again|please|more|now|me|to|tell|about|up|off|out|for|just|can|you|could|then|and|the|let's|wiederhole|mach|schick|lösch|lösche|zeig|öffne|nochmal|bitte|stopp|refais|envoie|supprime|montre|encore|hazlo|envía|borra|muestra|otra vez|ripeti|manda|cancella|mostra|ancora|envia|apaga|mostra|de novo|stuur|verwijder|toon|opnieuw|повтори|отправь|удали|покажи|ещё раз|снова",
);
