/** The words for how an assistant answers: of each matter, it can do one at a time. Another language is another column in each table. */
import type { Phrases } from "../../summary/rules/phrase-index.js";

/** Says that an answer is meant, and nothing else. */
const reply: Phrases = {
  en: "answer|answers|answering|reply|replies|replying|respond|responses|response|write|writing|speak|talk|explain|explanations|summarise|summarize|be|keep|tell me|sentences|sentence|texts|text|messages|words|me|to me|your|it|use|put|give me|style",
  de: "antwort*|schreib*|sprich|sprechen|rede|reden|erklär*|sei|halte|halt|fass*|sätze|sätzen|satz|texte|text|nachricht*|worte|worten|mir|mich|mit mir|dich|deine|deinen|es|benutze|nutze|verwende|gib mir|form|stil",
  fr: "répon*|écri*|parle*|expliqu*|sois|garde|fais|phrases|phrase|textes|texte|messages|mots|moi|me|tes|ta|utilise|donne-moi|forme|style|que tu",
  es: "respond*|respónd*|contest*|contést*|escrib*|escríb*|habl*|hábl*|explic*|sé|mantén|frases|frase|textos|texto|mensajes|respuestas|palabras|tus|usa|utiliza|dame|forma|estilo",
  ru: "отвеча*|ответ*|пиши|писал*|говори*|объясн*|будь|предложени*|фраз*|текст*|сообщени*|словами|мне|со мной|свои|твои|используй|давай|в виде|стил*",
  zh: "回答|回复|答复|写|说话|说|讲|解释|句子|句|文字|消息|话|我|跟我|给我|你的|使用|用|请|来",
};

/** Languages. */
const language: Phrases = {
  en: "english|german|french|spanish|russian|chinese|mandarin|italian|portuguese|dutch|polish|turkish|japanese|korean|arabic|hindi|ukrainian|czech|greek|swedish|danish|norwegian|finnish|hungarian|romanian",
  de: "englisch*|deutsch*|französisch*|spanisch*|russisch*|chinesisch*|italienisch*|portugiesisch*|niederländisch*|holländisch*|polnisch*|türkisch*|japanisch*|koreanisch*|arabisch*|hindi|ukrainisch*|tschechisch*|griechisch*|schwedisch*|dänisch*|norwegisch*",
  fr: "anglais|allemand|français|espagnol|russe|chinois|italien|portugais|néerlandais|polonais|turc|japonais|coréen|arabe|hindi|ukrainien|tchèque|grec|suédois|danois|norvégien",
  es: "inglés|alemán|francés|español|castellano|ruso|chino|italiano|portugués|neerlandés|holandés|polaco|turco|japonés|coreano|árabe|hindi|ucraniano|checo|griego|sueco|danés|noruego|catalán",
  ru: "английск*|по-английски|немецк*|по-немецки|французск*|по-французски|испанск*|по-испански|русск*|по-русски|китайск*|по-китайски|итальянск*|по-итальянски|португальск*|польск*|по-польски|турецк*|японск*|корейск*|арабск*|украинск*",
  zh: "英文|英语|德文|德语|法文|法语|西班牙文|西班牙语|俄文|俄语|中文|汉语|普通话|意大利语|葡萄牙语|荷兰语|波兰语|土耳其语|日文|日语|韩文|韩语|阿拉伯语",
};

/** How much is said. */
const length: Phrases = {
  en: "short|shorter|brief|briefly|concise|concisely|terse|long|longer|lengthy|detailed|in detail|at length|in depth|thorough|thoroughly|one sentence|two sentences|three sentences|one line",
  de: "kurz*|kürzer*|knapp*|bündig|lang|lange|langen|länger*|ausführlich*|detailliert*|im detail|gründlich*|einem satz|zwei sätzen|drei sätzen",
  fr: "court|courte|courtes|courts|bref|brève|brèves|brièvement|concis|concise|concises|long|longue|longues|longs|détaillé*|en détail|une phrase|deux phrases|trois phrases|une ligne",
  es: "corto|corta|cortas|cortos|breve|breves|brevemente|conciso|concisa|concisas|largo|larga|largas|largos|detallad*|con detalle|en detalle|una frase|dos frases|tres frases|una línea",
  ru: "коротк*|кратк*|кратко|коротко|сжато|длинн*|подробн*|подробно|развёрнут*|развернут*|детальн*|одним предложением|двумя предложениями|тремя предложениями",
  zh: "简短|简洁|短|长|详细|详尽|仔细|一句话|两句话|三句话|简要",
};

/** Measures and money. */
const units: Phrases = {
  en: "metric|imperial|celsius|fahrenheit|kelvin|kilometres|kilometers|miles|metres|meters|feet|kilos|kilograms|pounds|euros|dollars|francs|grams|ounces|cups",
  de: "metrisch*|imperial*|celsius|fahrenheit|kilometer*|meilen|metern|fuß|kilo|kilogramm|pfund|euro|dollar|franken|gramm|unzen|tassen",
  fr: "métrique*|impérial*|celsius|fahrenheit|kilomètres|miles|mètres|pieds|kilos|kilogrammes|livres|euros|dollars|francs|grammes|onces|tasses",
  es: "métric*|imperial*|celsius|fahrenheit|kilómetros|millas|metros|pies|kilos|kilogramos|libras|euros|dólares|francos|gramos|onzas|tazas",
  ru: "метрическ*|имперск*|цельси*|фаренгейт*|километр*|мил*|метр*|фут*|килограмм*|фунт*|евро|доллар*|рубл*|франк*|грамм*|унци*",
  zh: "公制|英制|摄氏*|华氏*|公里|英里|公斤|英镑|欧元|美元|人民币|克|盎司",
};

/** The tone of voice. */
const tone: Phrases = {
  en: "formal|formally|informal|informally|casual|casually|friendly|polite|politely|serious|seriously|funny|humorous|humour|humor|neutral|neutrally|strict|blunt|warm|professional|professionally|playful",
  de: "formell*|förmlich*|informell*|locker*|freundlich*|höflich*|ernst*|witzig*|lustig*|humor*|neutral*|streng*|direkt*|herzlich*|sachlich*|professionell*",
  fr: "formel|formelle|formellement|informel|informelle|familier|familière|amical*|poli|polie|poliment|sérieux|sérieuse|sérieusement|drôle|humour|neutre|strict|direct|chaleureux|chaleureuse|professionnel*",
  es: "formal|formalmente|informal|informalmente|amable|amablemente|cortés|serio|seria|seriamente|gracios*|humor|neutr*|estrict*|direct*|cálid*|profesional*|desenfadad*",
  ru: "официальн*|неофициальн*|формальн*|неформальн*|дружелюбн*|вежлив*|серьёзн*|серьезн*|шутлив*|смешн*|нейтральн*|строг*|прям*|тепл*|профессиональн*",
  zh: "正式|随意|轻松|友好|礼貌|严肃|幽默|搞笑|中立|严厉|直接|热情|专业",
};

/** The form of a text. */
const form: Phrases = {
  en: "bullet points|bullets|bulleted|list|lists|table|tables|prose|paragraph|paragraphs|plain text|markdown|steps|continuous text",
  de: "stichpunkt*|stichwort*|aufzählung*|liste|listen|tabelle*|fließtext|absatz|absätze*|markdown|schritten",
  fr: "puces|liste|listes|tableau|tableaux|prose|paragraphe|paragraphes|texte suivi|texte brut|markdown|étapes",
  es: "viñetas|puntos|lista|listas|tabla|tablas|prosa|párrafo|párrafos|texto plano|texto seguido|markdown|pasos",
  ru: "пункт*|списк*|таблиц*|проз*|абзац*|сплошн*|markdown|по шагам|шагами",
  zh: "要点|列表|清单|表格|散文|段落|纯文本|分点|步骤",
};

/** How somebody is called: the words after it are the value. */
const address: Phrases = {
  en: "call me|address me as|address me by|address me with|refer to me as",
  de: "nenn mich|nenne mich|sprich mich … an|duze mich|sieze mich|duz mich|siez mich|rede mich … an|sag du zu mir|sag sie zu mir",
  fr: "appelle-moi|tutoie-moi|vouvoie-moi|appelez-moi|adresse-toi à moi",
  es: "llámame|tutéame|trátame de|háblame de|dirígete a mí",
  ru: "называй меня|зови меня|обращайся ко мне",
  zh: "叫我|称呼我|称我为|喊我",
};

/** What is not wished any more, beside what is. */
const former: Phrases = {
  en: "no longer|instead of|rather than|not|any more|anymore|instead",
  de: "nicht mehr|nicht länger|anstatt|statt|anstelle von|nicht|stattdessen",
  fr: "et non|et plus|au lieu de|au lieu d'*|à la place de|plutôt que|plus en|pas|et pas|non plus",
  es: "ya no|en vez de|en lugar de|y no|no|en vez",
  ru: "а не|больше не|уже не|вместо|не",
  zh: "而不是|不再|不要再|不用再|代替|别再|不要|不是",
};

export const mannerTables = { reply, language, length, units, tone, form, address, former } as const;
