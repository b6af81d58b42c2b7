/** Short words of many languages. A bar separates phrases. */
import { makePhraseTable } from "./spoken-words.js";

export const yesWords = makePhraseTable(
  "yes|yep|yeah|yea|ye|ya|yup|yh|aye|sure|sure thing|of course|absolutely|definitely|certainly|correct|exactly|agreed|go ahead|go for it|do it|do that|please do|sounds good|why not|by all means|yes please|let's do it|i do|i am|i'd like that|that's right|that's fine|make it so|affirmative|proceed|confirm|confirmed|approved|y",
  "ja|jawohl|jo|jep|klar|na klar|na gut|natürlich|sicher|gern|gerne|genau|stimmt|einverstanden|mach das|mach es|mach mal|tu das|doch|unbedingt|auf jeden fall",
  "oui|ouais|bien sûr|d'accord|vas-y|allez-y|volontiers|tout à fait|exactement|avec plaisir|fais-le|faites-le",
  "sí|si|claro|claro que sí|por supuesto|vale|de acuerdo|adelante|hazlo|correcto|exacto|desde luego|dale",
  "sì|certo|certamente|va bene|d'accordo|volentieri|esatto|procedi|fallo|come no",
  "sim|com certeza|claro que sim|pode ser|pode|está bem|tudo bem|faz isso|faça isso|isso mesmo",
  "jazeker|zeker|natuurlijk|graag|prima|is goed|akkoord|doe maar|precies",
  "да|ага|конечно|давай|давайте|хорошо|согласен|согласна|верно|точно|разумеется|угу",
  "evet|tabii|tabii ki|elbette|olur|tamam|peki|aynen|kesinlikle",
  "是|是的|好|好的|好啊|行|可以|对|對|没错|嗯|当然|當然|同意|要|好的谢谢|可以的",
  "はい|うん|ええ|いいです|いいですよ|いいよ|お願いします|もちろん|そうです|そうですね|了解|了解です|はいお願いします",
  "네|예|응|어|그래|그래요|좋아|좋아요|맞아|맞아요|물론|물론이죠|물론이지|그럼요|네 부탁해요|해줘|해주세요",
  "tak|oczywiście|dobrze|так|ano|jasně|jo|joo|kyllä|nai|ναι|نعم|أجل|हाँ|हां|जी हाँ|vâng|có|iya|ya",
  "👍|✅|👌|✔|🆗|💯",
);

/** Words that agree, unless a clearer one follows. */
export const weakYesWords = makePhraseTable(
  "ok|okay|okey|k|kk|alright|all right|right|fine|good|gut|bon|bien|bueno|bene|bom|goed",
);

export const noWords = makePhraseTable(
  "no|nope|nah|no thanks|no thank you|no way|not now|not yet|not really|not at all|never|don't|do not|don't do it|don't do that|please don't|leave it|skip it|forget it|i don't|i'm not|negative|declined|rejected|n|nay",
  "nein|nö|nee|ne|nein danke|lieber nicht|auf keinen fall|nicht jetzt|noch nicht|bloß nicht|lass es|lass das|keinesfalls",
  "non|non merci|pas du tout|pas maintenant|pas encore|surtout pas|jamais",
  "no gracias|para nada|ahora no|todavía no|mejor no|de ninguna manera|nunca|no lo hagas",
  "no grazie|per niente|non ora|non ancora|meglio di no|assolutamente no|mai",
  "não|não obrigado|não obrigada|agora não|ainda não|melhor não|de jeito nenhum",
  "neen|nee dank je|nee bedankt|liever niet|niet nu|nog niet|zeker niet",
  "нет|не|не надо|не нужно|нет спасибо|ни в коем случае|не сейчас|пока нет|неа",
  "hayır|yok|hayır teşekkürler|olmaz|istemiyorum|gerek yok|şimdi değil|henüz değil",
  "不|不是|不用|不要|不行|不了|不用了|没有|別|别|不必|不可以|不用谢谢|算了",
  "いいえ|いや|ううん|違います|結構です|いりません|だめ|ダメ|いいえ結構です|やめておきます",
  "아니|아니요|아뇨|아니오|싫어|싫어요|괜찮아요|됐어|됐어요|안돼|하지마|하지 마|하지 마세요",
  "nie|ні|ei|όχι|لا|नहीं|không|tidak",
  "👎|❌|🚫|✖|🙅",
);

/** Phrases that begin like a yes or a no and are neither. */
export const neitherWords = makePhraseTable(
  "yes and no|no idea|no clue|not sure|no problem|no worries|no rush|no matter|no doubt|no one|yeah no|no yeah",
  "keine ahnung|kein problem|jein|ja und nein|nicht sicher|pas de problème|oui et non|aucune idée|no hay problema|sí y no|no sé|ni idea",
  "nessun problema|sì e no|non so|non lo so|sem problema|sim e não|não sei|geen idee|geen probleem|ja en nee|не знаю|bilmiyorum|yok canım|不知道|わかりません|몰라|몰라요|so so",
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
  "instead|rather not|on second thought no|stattdessen|plutôt|à la place|en su lugar|en vez de eso|en cambio|invece|em vez disso|in plaats daarvan|вместо этого|bunun yerine|onun yerine|而是|改成|代わりに|その代わり|대신",
);

/** Words that may precede an order, a yes or a no. */
export const openingWords = makePhraseTable(
  "oh|um|uh|hm|hmm|ah|well|so|and|but|hey|please|just|then|also|oder|ach|äh|naja|na|also|und|aber|bitte|eh|ben|alors|et|mais|pues|bueno|y|pero|por favor|allora|e|ma|então|mas|nou|nou ja|en|maar|ну|и|но|пожалуйста|şey|ve|ama|lütfen|那|那么|请|じゃあ|では|그럼|음",
);

/** Words that may surround an answer without changing it. */
export const politeWords = makePhraseTable(
  "please|thanks|thank you|thx|cheers|bitte|danke|danke schön|s'il te plaît|s'il vous plaît|svp|merci|por favor|gracias|per favore|grazie|obrigado|obrigada|alsjeblieft|alstublieft|dank je|bedankt|пожалуйста|спасибо|lütfen|teşekkürler|teşekkür ederim|谢谢|謝謝|请|お願いします|ありがとう|부탁해요|부탁합니다|감사합니다|고마워|고마워요|🙏",
);

/** Words that may follow a yes or a no without a pause. */
export const followingWords = makePhraseTable(
  "it|that|this|do|go|let's|i|we|you|not|but|if|with|for|to|the|then|just|both|all|one|first|second|last|more than happy|indeed|totally|thats|so|now|today|tomorrow|later|there|here",
  "das|es|mach|machen|tu|wir|ich|gern|gerne|nicht|aber|wenn|mit|für|lass|lassen|jetzt|heute|morgen|später",
  "je|tu|on|vous|fais|faites|pas|mais|avec|pour|c'est|le|la|bien|bien sûr",
  "lo|eso|esto|haz|hazlo|pero|con|para|que|yo|mejor|è|lo|fai|ma|però|faz|isso|mas|com|doe|het|dat|ik|wij|maar|met|voor",
  "это|сделай|я|мы|но|если|с|для|не|bunu|onu|yap|ben|biz|ama",
);

export const actuallyWords = makePhraseTable(
  "actually|on second thought|on second thoughts|i changed my mind|changed my mind|come to think of it|wait actually|hm actually",
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
