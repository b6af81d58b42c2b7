/**
 * Whether a message is the free text that a question asked for. Any words may be, except those that by their beginning are a
 * question, an order, a refusal, a delay or another subject, and those that are only a yes, a no or thanks.
 */
import { negationWords, noWords } from "./no-words.js";
import {
  countPhraseWords,
  makePhraseTable,
  type PhraseTable,
  type SpokenText,
  type SpokenWord,
  splitWords,
} from "./spoken-words.js";
import { turningWords } from "./turning-words.js";
import { openingWords, politeWords } from "./word-tables.js";
import { readYesNo } from "./yes-no.js";
import { acknowledgingWords, weakYesWords, yesWords } from "./yes-words.js";

/** Beginnings of a question, also of one without its mark. */
const askingWords = makePhraseTable(
  "what|was meinst|was meinen|was soll|was willst|was bedeutet|was heißt|wie meinst|wie geht|wie viel|wie lange|wie soll|who|whom|whose|where|when|why|how|which|can you|could you|can i|could i|may i|do you|did you|does it|is it|is that|is there|are there|are you|am i|should i|should we|would you|will you|have you|was ist|wer|wo|wann|warum|wieso|weshalb|welche|welcher|welches|kannst du|könntest du|können sie|könnten sie|kann ich|darf ich|soll ich|hast du|haben sie|bist du|ist das|ist es|gibt es|weißt du",
  "qu'est-ce|que veux-tu|que voulez-vous|que faut-il|qué es|qué quieres|qué significa|qué tengo|cómo se|como se|che vuoi|che significa|cosa vuoi|cosa intendi|come si|come faccio|qui|où|quand|pourquoi|comment|combien|quel|quelle|quels|quelles|est-ce|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|puis-je|tu peux|vous pouvez|quién|dónde|cuándo|por qué|cómo|cuál|cuánto|puedes|puede usted|podrías|puedo|che cosa|dove|quando|perché|quale|quanto|puoi|può|potresti|posso|o que|quem|onde|por que|porquê|qual|quanto|pode|podes|poderia|posso",
  "wat|waar|wanneer|waarom|hoe|welke|kun je|kan je|kunt u|kan ik|mag ik|что|кто|где|когда|почему|зачем|как|какой|какая|какие|сколько|можешь|можете|можно|kim|nerede|ne zaman|neden|niçin|nasıl|hangi|kaç|yapabilir misin|什么|什麼|谁|谁是|哪里|什么时候|为什么|怎么|怎麼|多少|你能|可以告诉我|何|誰|どこ|いつ|なぜ|どうして|どう|どうやって|どれ|뭐|무엇|누구|어디|언제|왜|어떻게|어느|얼마|kto|gdzie|kiedy|dlaczego|jak|який|що|хто|де|коли|чому|kdo|kde|kdy|proč|mikä|kuka|missä|milloin|miksi|miten|τι|ποιος|πού|πότε|γιατί|πώς|ما|ماذا|من|أين|متى|لماذا|كيف|هل|क्या|कौन|कहाँ|कब|क्यों|कैसे|cái gì|ở đâu|khi nào|tại sao|thế nào|apa|siapa|di mana|kapan|mengapa|kenapa|bagaimana",
);
/** Beginnings that put the answer off, refuse it or turn to something else. */
const evadingWords = makePhraseTable(
  "interesting|never|done|possibly|perhaps|probably|thinking|explain|stop|cancel|forget|ignore|maybe|honestly|frankly|i don't know|don't know|do not know|don't really know|skip|pass|next|any|any of them|any text|any title|any name|anything goes|whatever you like|whatever you want|as you like|you pick|it's up to you|i'll tell you|i'll let you know|i will tell you|i will let you know|tell you later|ask me|i do not know|dunno|idk|no idea|no clue|not sure|i'm not sure|i am not sure|i can't say|i can't tell|can't say|not now|not yet|not today|later|maybe later|tomorrow maybe|let me think|i'll think|let me get back|i'll get back|i need to think|give me|one moment|one second|one sec|just a moment|just a second|just a sec|a moment|a second|in a minute|in a moment|hang on|hold on|wait|sec|brb|i'm busy|i am busy|busy|right now i|i'm driving|i'm in a meeting|in a meeting|can't talk|busy right now|busy now|busy at the moment|too busy|very busy|really busy|by the way|btw|new question|another question|different question|new topic|different topic|something else|other question|forget it|never mind|nevermind|skip it|skip that|skip this|leave it|nothing|none|whatever|doesn't matter|it doesn't matter|you decide|you choose|your choice|up to you|surprise me|anything|sorry|that depends|it depends|depends|before that|first tell me|hello|hi|hey|good morning|good evening|lol|haha|hahaha",
  "ich weiß nicht|weiß nicht|weiß ich nicht|keine ahnung|nicht sicher|ich bin nicht sicher|bin nicht sicher|nicht jetzt|noch nicht|später|vielleicht später|moment|einen moment|ein moment|sekunde|eine sekunde|gleich|bin beschäftigt|ich bin beschäftigt|gerade beschäftigt|übrigens|neue frage|andere frage|noch eine frage|anderes thema|neues thema|vergiss es|egal|ist egal|nichts|lass gut sein|entscheide du|kommt drauf an|ich überlege|lass mich überlegen|hallo|guten morgen",
  "je ne sais pas|je sais pas|aucune idée|pas sûr|pas maintenant|pas encore|plus tard|un moment|un instant|une seconde|attends|attendez|je suis occupé|je suis occupée|occupé|au fait|nouvelle question|autre question|autre chose|autre sujet|laisse tomber|peu importe|rien|ça dépend|tu choisis|bonjour|salut|no sé|no lo sé|ni idea|no estoy seguro|no estoy segura|ahora no|todavía no|luego|luego te digo|luego te lo digo|te digo luego|te lo digo luego|más tarde|después|un momento|un segundo|espera|espere|estoy ocupado|estoy ocupada|por cierto|nueva pregunta|otra pregunta|otra cosa|otro tema|olvídalo|da igual|nada|depende|tú decides|hola|buenos días",
  "non so|non lo so|nessuna idea|non sono sicuro|non sono sicura|non ora|non adesso|più tardi|dopo|un momento|un attimo|un secondo|aspetta|sono occupato|sono occupata|a proposito|nuova domanda|altra domanda|un'altra domanda|un'altra cosa|lascia stare|lascia perdere|niente|dipende|decidi tu|ciao|buongiorno|não sei|sei lá|não tenho certeza|agora não|ainda não|mais tarde|depois|um momento|um segundo|espera|estou ocupado|estou ocupada|a propósito|aliás|nova pergunta|outra pergunta|outra coisa|deixa pra lá|esquece|nada|tanto faz|depende|você decide|olá|oi|bom dia",
  "weet ik niet|ik weet het niet|ik weet niet|geen idee|niet zeker|niet nu|nog niet|later|straks|een moment|momentje|even wachten|wacht|ik ben bezig|ben bezig|druk|trouwens|nieuwe vraag|andere vraag|iets anders|laat maar|maakt niet uit|niets|hangt ervan af|hoi|hallo|не знаю|понятия не имею|не уверен|не уверена|не сейчас|пока нет|потом|позже|минуту|минутку|секунду|подожди|подождите|я занят|я занята|занят|занята|кстати|новый вопрос|другой вопрос|ещё вопрос|другая тема|забудь|неважно|всё равно|ничего|зависит|решай сам|привет|здравствуйте|bilmiyorum|emin değilim|hiçbir fikrim yok|fikrim yok|şimdi değil|henüz değil|sonra|daha sonra|bir dakika|bir saniye|bekle|meşgulüm|bu arada|yeni soru|başka bir soru|başka bir şey|boş ver|boşver|fark etmez|hiçbir şey|sen seç|merhaba|selam",
  "不知道|我不知道|不清楚|不确定|现在不|以后再说|等一下|等等|稍等|稍后|待会|我在忙|我很忙|在忙|忙|顺便问一下|对了|换个话题|另一个问题|算了|随便|没什么|你决定|看情况|你好|わかりません|分かりません|わからない|知りません|後で|あとで|また後で|ちょっと待って|待って|少々お待ちください|忙しい|今忙しい|忙しいです|ところで|別の質問|何でもいい|なんでもいい|なし|場合による|こんにちは|몰라|몰라요|모르겠어|모르겠어요|모르겠습니다|글쎄|글쎄요|나중에|이따가|잠깐|잠깐만|잠시만|잠시만요|바빠|바빠요|지금 바빠요|그런데|근데|다른 질문|아무거나|상관없어|상관없어요|안녕|안녕하세요",
  "nie wiem|nie mam pojęcia|nie teraz|później|chwila|chwileczkę|moment|jestem zajęty|jestem zajęta|swoją drogą|inne pytanie|obojętnie|nic|cześć|dzień dobry|не знаю|гадки не маю|пізніше|хвилинку|зачекай|я зайнятий|я зайнята|до речі|інше питання|байдуже|привіт|nevím|netuším|teď ne|později|moment|okamžik|počkej|mám práci|mimochodem|jiná otázka|to je jedno|nic|ahoj|en tiedä|ei aavistustakaan|myöhemmin|hetki|hetkinen|odota|olen kiireinen|muuten|toinen kysymys|ihan sama|moi|hei|δεν ξέρω|δεν είμαι σίγουρος|αργότερα|ένα λεπτό|περίμενε|είμαι απασχολημένος|άλλη ερώτηση|τίποτα|γεια|لا أعرف|لا أدري|لاحقا|لاحقاً|لحظة|انتظر|أنا مشغول|مشغول|بالمناسبة|سؤال آخر|لا شيء|مرحبا|पता नहीं|मुझे नहीं पता|बाद में|एक मिनट|रुको|मैं व्यस्त हूँ|वैसे|दूसरा सवाल|कुछ नहीं|नमस्ते|tôi không biết|không biết|để sau|sau đi|đợi chút|chờ chút|tôi đang bận|đang bận|nhân tiện|câu hỏi khác|không có gì|xin chào|tidak tahu|saya tidak tahu|entah|nanti|nanti saja|tunggu|sebentar|saya sibuk|lagi sibuk|ngomong-ngomong|pertanyaan lain|terserah|tidak ada|halo",
);

export function isFreeText(said: SpokenText, text: string, about: string): boolean {
  const trimmed = text.trim();
  const { words } = said;
  if (words.length === 0 || trimmed.startsWith("/") || /[?？؟]$/u.test(trimmed)) return false;
  if (!/[\p{L}\p{N}]/u.test(trimmed) || readYesNo(said, "") !== null) return false;
  const start = skipAll(words);
  const rest = words.slice(start);
  if (rest.length === 0 || (words.length <= mostWords && (said.question || speaksOfQuestion(words, about))))
    return false;
  if (rest.length <= fewWords && (rest.some(isDoubtful) || isUnspacedDoubt(rest[0]?.word ?? ""))) return false;
  if ([askingWords, turningWords].some((table) => countPhraseWords(rest, 0, table) > 0)) return false;
  return ![evadingWords, noWords].some((table) => beginsWith(rest, 0, table));
}

/** In longer texts, a question, a "one moment" or a "no title" may be a part of what was asked for. */
const mostWords = 12;
/** So few words with a "not" or a "later" among them are more likely about the question. */
const fewWords = 3;
const notYet = makePhraseTable(
  "still|yet|noch|encore|aún|ancora|ainda|nog|ещё|henüz|jeszcze|ще|ještě|vielä|ακόμα|بعد|अभी|chưa|belum|아직|나중에",
);

function isDoubtful({ word }: SpokenWord): boolean {
  return [negationWords, noWords, evadingWords, notYet].some((table) => table.has(word));
}

/** Scripts without spaces have their doubts at the beginning of a long word or, negated, at its end. */
function isUnspacedDoubt(word: string): boolean {
  const letters = [...word];
  const isUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word);
  const begins = [2, 3, 4, 5, 6].some((length) => {
    const run = letters.slice(0, length).join("");
    return length <= letters.length && [turningWords, evadingWords, askingWords].some((table) => table.has(run));
  });
  return isUnspaced && (begins || /(?:ません|ない|なし|不好|没有)$|^[不没別别未還还]/u.test(word));
}

/** Whether it puts off anywhere, or negates what the question asks for: "give it no title". */
function speaksOfQuestion(words: SpokenText["words"], about: string): boolean {
  const own = new Set(splitWords(about).filter((word) => word.length > 3));
  const isNegated = words.some(({ word }) => negationWords.has(word) || noWords.has(word));
  const isNamed = words.some(({ word }) => own.has(word));
  return (isNegated && isNamed) || words.some((_, at) => countPhraseWords(words, at, evadingWords) > 1);
}

/** Whether the words only put something off or turn away from it. */
export function isEvading(words: SpokenText["words"]): boolean {
  return countPhraseWords(words, 0, evadingWords) === words.length;
}

/** A single word says it only before a pause or the end: "Later, please", but not "Later trains are full". */
function beginsWith(words: SpokenText["words"], at: number, table: PhraseTable): boolean {
  const length = countPhraseWords(words, at, table);
  return length > 1 || (length === 1 && words[at]?.pause === true);
}

/** Skips sounds, thanks and other words that tell nothing. */
function skipAll(words: SpokenText["words"]): number {
  const skipped = [openingWords, politeWords, yesWords, weakYesWords, acknowledgingWords];
  let at = 0;
  while (at < words.length) {
    const length = Math.max(...skipped.map((table) => countPhraseWords(words, at, table)));
    if (length === 0) break;
    at += length;
  }
  return at;
}
