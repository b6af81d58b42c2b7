import type { Phrases } from "./phrase-index.js";

export const smallTalkTables = {
  /** Small talk anywhere in a sentence. */
  pleasantries: {
    en: "good morning|good afternoon|good evening|good night|goodnight|see you|see ya|take care|thanks|thank you|you're welcome|no problem|no worries|don't worry|not to worry|never mind|nevermind|how are you|how are things|how's it going|how is it going|what's up|what's new|how was your day|how was your weekend|how's your day|what are you up to|it's up to you|not bad|not much|i don't know|i dunno|no idea|let me know|i'll be right back|i'll be back|be right back|have a nice *|have a good *|have a great *|have a lovely *|happy birthday|happy new year|happy friday|happy monday|merry christmas|anything else|how can i help|how may i help|what can i do for you|can i help|happy to help|glad to help|hope you*|good luck|sleep well|nice to meet you|long time no see|that works|works for me|it works for me|just kidding|can't wait|can't complain|you don't say|i must say|i have to say|i love it|love it|i like it|tell me about it|no way|not really|not at all|talk to you soon|talk soon|i'll let you know|isn't it|right|only joking",
    de: "guten morgen|guten tag|guten abend|gute nacht|bis bald|bis dann|bis später|danke schön|danke|vielen dank|gern geschehen|kein problem|keine sorge|keine ahnung|macht nichts|schon gut|nicht schlecht|wie geht's|wie geht es dir|wie geht es ihnen|wie war dein tag|was gibt's neues|alles gute|schönes wochenende|schönen abend|schönen tag|frohe weihnachten|guten appetit|viel spaß|viel glück|viel erfolg|nicht wahr|kann ich sonst noch|wie kann ich helfen|weiß ich nicht|weiß nicht|ich weiß es nicht|nichts zu danken|immer gerne|immer wieder gern|lass es dir schmecken|gute besserung|herzlichen glückwunsch|ich muss sagen",
    fr: "bonne journée|bonne soirée|bonne nuit|bon week-end|bon courage|bon appétit|à bientôt|à demain|à plus tard|à plus|merci beaucoup|merci|de rien|pas de problème|pas de souci|pas mal|ne t'inquiète pas|ne vous inquiétez pas|comment ça va|comment vas-tu|comment allez-vous|ça va|quoi de neuf|je ne sais pas|aucune idée|bonne chance|joyeux anniversaire|n'est-ce pas|il n'y a pas de quoi|avec plaisir|je vous en prie|je t'en prie|laisse tomber|pas du tout|ça marche|joyeux noël",
    es: "buenos días|buenas tardes|buenas noches|hasta luego|hasta mañana|hasta pronto|muchas gracias|gracias|de nada|no hay problema|no te preocupes|no se preocupe|no pasa nada|cómo estás|como estas|cómo está|qué tal|que tal|qué hay de nuevo|no sé|no lo sé|ni idea|no está mal|nada mal|buen fin de semana|que tengas un buen *|que tengas *|feliz cumpleaños|feliz navidad|buena suerte|buen provecho|con gusto|no importa|para nada|verdad",
    ru: "доброе утро|добрый день|добрый вечер|спокойной ночи|до свидания|до встречи|до завтра|большое спасибо|спасибо|не за что|нет проблем|не волнуйся|не волнуйтесь|не беспокойся|как дела|как ты|как жизнь|как вы|что нового|не знаю|понятия не имею|неплохо|не плохо|хорошего дня|хороших выходных|с днём рождения|с днем рождения|удачи|приятного аппетита|ничего страшного|не важно|неважно|всегда пожалуйста|рад помочь|рада помочь|не правда ли|ничего себе",
    pt: "bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada|tudo bem|como vai|até logo|até amanhã|de nada|não tem problema",
    it: "buongiorno|buonasera|buonanotte|grazie mille|grazie|prego|come stai|come va|arrivederci|a presto|a domani|non c'è problema|di niente",
    ar: "مرحبا|أهلا|أهلا وسهلا|السلام عليكم|وعليكم السلام|صباح الخير|صباح النور|مساء الخير|مساء النور|تصبح على خير|كيف حالك|كيف الحال|شكرا|شكرا جزيلا|عفوا|مع السلامة|إلى اللقاء|لا مشكلة|الحمد لله",
    hi: "नमस्ते|धन्यवाद|शुक्रिया|कैसे हो|कैसे हैं आप|आप कैसे हैं|शुभ रात्रि|सुप्रभात|कोई बात नहीं|फिर मिलेंगे",
    ko: "안녕|안녕하세요|감사합니다|고마워*|잘 지내*|괜찮아요|잘 자*|또 봐*",
    zh: "早上好|下午好|晚上好|晚安|你好吗|您好|你好|再见|回头见|明天见|谢谢你|谢谢|多谢|不客气|没关系|没问题|没事|不用谢|不好意思|对不起|别担心|最近怎么样|你怎么样|怎么样|吃了吗|不知道|不错|生日快乐|新年快乐|周末愉快|祝你好运|好久不见|是吗|对吧|是不是|哈哈哈*|哈哈|呵呵|嘻嘻|好的|おはようございます|おはよう|こんにちは|こんばんは|おやすみなさい|おやすみ|ありがとうございます|ありがとう|お疲れ様です|お疲れ様|元気ですか|お元気ですか|よろしくお願いします|さようなら|またね",
  },

  /** Small talk if a clause has nothing else. */
  interjections: {
    en: "hello|hi|hey|hiya|howdy|there|all|everyone|everybody|folks|guys|friend|friends|buddy|bye|goodbye|thx|ty|np|cheers|welcome|ok|okay|k|kk|sure|cool|nice|great|good|fine|awesome|amazing|perfect|lovely|wonderful|wow|yay|yes|yep|yeah|yup|no|nope|nah|right|indeed|exactly|got it|understood|makes sense|sounds good|sounds great|sounds like a plan|of course|absolutely|definitely|will do|i'm fine|i am fine|all good|brb|congrats|congratulations|sorry|excuse me|please|well|so|anyway|hm*|oh|ah|aww*|uh|um|i see|me too|same here|same|too|very|much|a lot|so much|really|that's|it's|is|it|this|that|great job|well done|good job|haha*|hehe*|lol*|lmao|rofl|omg|tbh|done|you|and|dear",
    de: "hallo|hi|hey|moin|servus|grüß dich|grüß gott|zusammen|alle|tschüss|tschüß|ciao|danke|bitte|gerne|gern|ja|nein|doch|ok|okay|klar|genau|super|toll|prima|schön|gut|cool|perfekt|wunderbar|ach|ach so|aha|oh|hm*|haha*|hihi*|sehr|stimmt|verstanden|alles klar|mir auch|dir auch|ebenso|gleichfalls|na gut|na ja|naja",
    fr: "bonjour|bonsoir|salut|coucou|tous|tout le monde|au revoir|oui|non|ok|d'accord|super|génial|parfait|cool|bien|très|très bien|entendu|compris|ah|oh|hm*|haha*|mdr|lol|voilà|bon|bien sûr|moi aussi|toi aussi|s'il te plaît|s'il vous plaît",
    es: "hola|buenas|adiós|adios|chao|sí|si|no|vale|ok|claro|genial|perfecto|bien|muy|muy bien|estupendo|entendido|jaja*|jeje*|ah|oh|hm*|bueno|pues|todos|amigo|amigos|igualmente|yo también|por favor",
    ru: "привет|здравствуйте|здравствуй|пока|да|нет|ага|угу|ок|окей|хорошо|ладно|отлично|супер|круто|класс|здорово|понятно|ясно|понял|поняла|конечно|точно|ха*|хм*|ой|ну|всем|друзья|тоже|очень|пожалуйста",
    zh: "嗨|嘿|哈*|嗯*|好*|哦*|啊*|是|对|行|可以|当然|大家|太棒了|太好了|真好|棒|拜拜|请|吧|呀|的|了|呢|很",
  },

  weather: {
    en: "weather|rain|rains|raining|rainy|rained|sunny|sunshine|cloudy|clouds|snow|snowing|windy|chilly|drizzle|foggy|heatwave|so hot|so cold|hot today|cold today|warm today|lovely day|nice day|beautiful day",
    de: "wetter|regen|regnet|geregnet|sonnig|sonne|sonnenschein|wolken|bewölkt|schnee|schneit|windig|neblig",
    fr: "temps qu'il fait|il fait beau|il fait froid|il fait chaud|quel temps|beau temps|météo|pluie|il pleut|pleuvoir|soleil|nuages|neige|il neige",
    es: "tiempo hace|hace sol|hace calor|hace frío|buen tiempo|mal tiempo|lluvia|llueve|lloviendo|soleado|nublado|nieva",
    ru: "погода|погодка|дождь|дождливо|солнце|солнечно|снег|облачно|ветрено|тепло сегодня|холодно сегодня",
    zh: "天气|下雨|下雪|晴天|阴天|太阳|好冷|好热|刮风",
  },
} satisfies Readonly<Record<string, Phrases>>;
