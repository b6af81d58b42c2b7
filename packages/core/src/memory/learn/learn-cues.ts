/** The words by which people tell what lasts, and what does not. Another language is another column in each table; see `Phrases` for the signs. */
import type { Phrases } from "../../summary/rules/phrase-index.js";
import { makeMatchers } from "../../summary/rules/phrases.js";

const tables = {
  /** Words for a thing of the speaker alone. */
  mine: {
    en: "my",
    de: "mein|meine|meinen|meinem|meiner|meines",
    fr: "mon|ma|mes",
    es: "mi|mis",
    ru: "мой|моя|моё|мое|мои|моего|моей|мою|моем|моём|моим|моими|моих|моему|моею",
    zh: "我的|我家的",
  },

  /** Words for a thing of everybody in the chat. */
  ours: {
    en: "our",
    de: "unser|unsere|unseren|unserem|unserer|unseres",
    fr: "notre|nos",
    es: "nuestro|nuestra|nuestros|nuestras",
    ru: "наш|наша|наше|наши|нашего|нашей|нашу|нашим|нашими|наших|нашему|нашем",
    zh: "我们的|我们家的|咱们的|咱家的|咱们家的",
  },

  /** Openings before a statement, such as "by the way". */
  filler: {
    en: "by the way|just so you know|please remember that|remember that|remember|please note that|note that|please note|note|for the record|keep in mind that|keep in mind|fyi|so|oh|and|also|well|that|update|correction|sorry|but|because|okay|ok|btw|just|now|about|as far as|when it comes to|as for|regarding|concerning|goes|is concerned|hi|hello|hey|thanks|that's|wait|hang on|hold on|ah no",
    de: "übrigens|merk dir|notiz|zur info|also|ach|und|dass|daß|update|korrektur|entschuldige|entschuldigung|aber|weil|nämlich|ja|bitte|außerdem|okay|ok|was|angeht|betrifft|wenn es um|geht|zu|über|bezüglich|hallo|hi|danke|warte|moment|ach nein|sorry|verzeihung",
    fr: "au fait|retiens|note que|note|pour info|alors|ah|et|que|qu'|correction|pardon|désolé|désolée|mais|parce que|n'oublie pas que|d'ailleurs|bon|ok|concernant|salut|bonjour|merci|attends|ah non|excuse-moi|désolé",
    es: "por cierto|para que lo sepas|recuerda que|recuerda|nota|pues|ah|y|que|actualización|corrección|perdona|perdón|pero|porque|apunta|además|bueno|ok|sobre|hola|gracias|espera|ah no|disculpa",
    ru: "кстати|запомни|пожалуйста|заметка|ну|а|и|что|обновление|поправка|прости|извини|но|учти|ещё|да|насчёт|насчет|привет|спасибо|вот|подожди|стоп",
    zh: "顺便说|跟你说一声|请记住|记住|记着|记一下|备注|对了|哦|还有|更新|更正|抱歉|对不起|另外|不过|但是|因为|至于|说到|关于|你好|谢谢|我想说|等等|等一下|啊不",
  },

  /** Takes back what was just said. */
  correction: {
    en: "i meant|i mean|correction|that was wrong|that's not right|not right|my mistake|oops|scratch that|i got that wrong|actually it's|typo|make that|make it|please correct|i confused|wanted to say|was wrong|wrong:|it should be|mistake|i got muddled|muddled|strike that|mistyped|misspelt|autocorrect|i typed|i wrote|wrong one|should read|not quite|misread|misheard|misremembered|miscounted",
    de: "korrektur|das war falsch|ups|hoppla|quatsch|stimmt nicht|verwechselt|tippfehler|vertippt|war falsch|falsch:|verzeihung|meine ich|wollte ich sagen|fehler|irrtum|unsinn|blödsinn|berichtigung|durcheinander*|verschrieben|verlesen|andersherum|verhört|verzählt|verrechnet|verguckt",
    fr: "je veux dire|correction|c'était faux|je me suis trompé|oups|je corrige|corrige|faux:|excuse-moi|était faux|erreur|rectification|faute de frappe|coquille|emmêlé|emmêlée|embrouillé|embrouillée|lapsus|fourché",
    es: "quería decir|corrección|me he equivocado|uy|rectifico|corrijo|digo|corrígelo|cámbialo|mal:|disculpa|error|errata|rectificación|me he hecho un lío|un lío|lapsus|escribí|he leído mal",
    ru: "поправка|неправильно|оговорился|оговорилась|ошибся|ошиблась|ой|точнее|я хотел сказать|перепутал|перепутала|исправляю|исправь|неверно|вернее|правильно|неправ|вообще-то|ошибка|ерунду|чепуху|исправление|опечатка|опечатался|опечаталась|запуталась|запутался|виноват|виновата|поправлюсь|поправляюсь|описался|описалась|обсчитался|обсчиталась|ослышался|ослышалась|спутал|спутала",
    zh: "我是说|我是指|我的意思是|更正|说错了|讲错了|弄错了|搞错了|记错了|口误|哎呀|不对|其实是|打错了|应该是|应该说|改一下|错了|我的错|弄混了|搞混了|才对|不不|改正|打错字|说胡话|糊涂|笔误|写错了|看错了|弄错|说错|搞错|记混|记错|看错|听错|数错|我这记性",
  },

  /** Makes a wish a standing one. */
  standing: {
    en: "always|never|from now on|from here on|in future|in the future|going forward|whenever|every time|each time|don't ever|do not ever|at all times|by default|when i ask|if i ask|when you answer|when you reply|when you write|when you tell|when you give|when you explain|when you suggest|when you recommend|when you send|when you show|when you list|when you talk|if you suggest|if you recommend|if you quote|as a rule|without exception|for all future|ever again|any time i|anytime i|as of now|starting now|starting today|all the time|everything you",
    de: "immer|nie|niemals|ab jetzt|ab sofort|ab heute|von jetzt an|von nun an|in zukunft|künftig|zukünftig|jedes mal|jedesmal|stets|grundsätzlich|wenn ich … frage|falls ich … frage|wenn du mir|wenn du mich|wenn du antwort*|wenn du schreib*|wenn du etwas|falls du mir|sobald ich|nie wieder|generell|standardmäßig|fortan|bei jeder|bei jedem|in jeder|in jedem|ständig|andauernd|dauernd|nur noch|alles, was du",
    fr: "toujours|jamais|à partir de maintenant|à partir d'aujourd'hui|désormais|dorénavant|à l'avenir|chaque fois|à chaque fois|dès que je|quand tu me|quand tu m'*|quand tu réponds|quand tu écris|quand tu donnes|lorsque tu|quand je te demande|quand je demande|si je demande|si je te demande|systématiquement|par défaut|plus jamais|à chaque|dans chaque|d'office|tout le temps|tout ce que tu",
    es: "siempre|nunca|jamás|a partir de ahora|a partir de hoy|de ahora en adelante|en adelante|desde ahora|en el futuro|en lo sucesivo|cada vez|todas las veces|cuando me|cuando te pregunte|cuando pregunte|cuando te pida|cuando pida|si pregunto|si te pregunto|si pido|si te pido|por defecto|nunca más|sistemáticamente|en cada|todo el rato|todo el tiempo|todo lo que me",
    ru: "всегда|никогда|с этого момента|с этого дня|отныне|впредь|в будущем|на будущее|каждый раз|всякий раз|если я спрашиваю|если я прошу|когда я спрашиваю|когда я прошу|когда ты|когда отвечаешь|когда пишешь|когда рассказываешь|если спрошу|если я спрошу|по умолчанию|больше никогда|постоянно|неизменно|в каждом|в каждой|в дальнейшем|всё время|все время|всё, что ты",
    zh: "总是|永远|始终|一直|从现在开始|从现在起|以后|今后|往后|每次|每当|每回|千万别|千万不要|绝对不要|绝不要|务必|一律|的时候|从不|再也不要|今天起|只要我|要是我问|如果我问|我问|将来|老是|总要|每次都",
  },

  /** Wishes of what the assistant is to do and how it is to be, without a word of time. */
  manner: {
    en: "please avoid|please don't|please do not|please keep your|please keep answers|please keep replies|please keep it short|please keep it brief|please keep it simple|please keep things|please keep everything|please keep explanations|please use only|make sure to|make sure that you|keep your answers|keep answers|keep replies|keep your replies|call me|address me as|speak to me in|talk to me in|answer me in|answer in|reply to me in|reply in|respond in|write to me in|use metric|be sure to|refrain from|be brief|be concise|stick to|keep it informal|keep it formal|keep it casual|keep it short|keep it simple|keep it brief|no need to be|don't be so|be more|be less|first names only|24-hour clock|write all|give all|show all|use only|put all|i want you to|i'd like you to|i would like you to|i need you to|i'd prefer that you|i prefer that you|i'd prefer you|i'd prefer if you|i'd appreciate it if you|i expect you to|i'd be glad if you",
    de: "bitte vermeide|vermeide|bitte verzichte|verzichte auf|achte darauf|nenn mich|nenne mich|sprich mich|sprich mit mir|rede mit mir|antworte mir|antworte auf|antworte in|antworte bitte|halte deine antworten|halt deine antworten|duze mich|sieze mich|fass dich kurz|bitte keine|bitte kein|bleib beim du|bleib mit mir beim|beim du bleiben|lass uns duzen|duz mich|siez mich|halte dich kurz|fasse dich kurz|schreib alle|schreibe alle|gib alle|nenne alle|zeig alle|ich möchte, dass du|ich möchte dass du|ich will, dass du|ich will dass du|ich hätte gern, dass du|ich wünsche mir, dass du|mir wäre es lieber, wenn du|mir wäre lieber, wenn du|mir ist lieber, wenn du|ich bitte dich|ich fände es gut, wenn du",
    fr: "évite|évitez|veille à|fais en sorte|appelle-moi|parle-moi en|réponds-moi|réponds en|réponds toujours|limite tes réponses|garde tes réponses|tutoie-moi|vouvoie-moi|assure-toi de|abstiens-toi|sois bref|sois brève|sois concis|on se tutoie|on se vouvoie|tutoyons-nous|adresse-toi à moi|reste bref|fais court|sois plus|sois moins|écris toutes|écris tous|donne toutes|donne tous|ne me|je veux que tu|je voudrais que tu|j'aimerais que tu|je souhaite que tu|je préférerais que tu|je préfère que tu|je te demande de|je veux que|je voudrais que|j'aimerais que",
    es: "por favor, evita|por favor evita|evita|asegúrate de|procura|llámame|háblame en|respóndeme|contéstame|responde en|limita tus respuestas|mantén tus respuestas|tutéame|trátame de|abstente de|sé breve|dirígete a mí|háblame de|sé más|sé menos|sé claro|escribe todas|escribe todos|pon todas|pon todos|dame todas|dame todos|ponme las|ponme los|nada de|quiero que|quisiera que|me gustaría que|prefiero que|preferiría que|te pido que",
    ru: "избегай|следи за тем|называй меня|зови меня|обращайся ко мне|говори со мной|отвечай мне|отвечай на|отвечай по|отвечай кратко|старайся|не используй|не присылай|не предлагай|давай на ты|перейдём на ты|на ты, пожалуйста|будь краток|будь кратким|указывай|давай все|обходись без|не обращайся ко мне|не называй меня|не зови меня|пиши|предлагай|присылай|называй|используй|добавляй|показывай|отвечай|спрашивай|проверяй|я хочу, чтобы ты|хочу, чтобы ты|мне хотелось бы, чтобы ты|хотелось бы, чтобы ты|я бы хотел, чтобы ты|я бы хотела, чтобы ты|я бы предпочёл, чтобы ты|я бы предпочла, чтобы ты|прошу тебя",
    zh: "请避免|避免|务必|确保|叫我|称呼我|跟我说话|用中文回答|用英文回答|回答要|回答不要|回复要|回复不要|请不要|尽量|不要给我|称我为|称呼我为|简短一点|简单点|随意一点|正式一点|写短一点|用24小时制|别叫我|不要叫我|不要对我|别对我|我希望你|我想让你|我要你|我更希望你|我想请你|我需要你",
  },

  /** Ends a standing wish. */
  stop: {
    en: "you can stop|you may stop|stop adding|stop using|stop giving|stop including|stop sending|stop writing|stop calling|stop answering|stop being|stop doing|please stop|you no longer have to|you no longer need to|you don't have to … any more|you don't have to … anymore|you don't need to|you needn't|no need to … any more|no need to … anymore|no longer necessary to|you can go back to|forget about always|it's fine again to|you can … again|no need for … any more|no need for … anymore|no need for … any longer|no longer need|don't need … any more|don't need … anymore|don't need … any longer|you can drop|you can skip|can stop|don't have to|do not have to|not necessary any more|you can leave out|you may leave out|you can leave off|you can do without|can leave … out",
    de: "du kannst aufhören|hör auf|höre auf|hört auf|du musst … nicht mehr|du musst nicht mehr|du brauchst … nicht mehr|brauchst … nicht mehr|nicht mehr nötig|kannst … wieder|lass das mit|du darfst wieder|es ist nicht mehr nötig|brauche ich nicht mehr|brauche … nicht mehr|nicht mehr zu|brauch … nicht mehr|brauche ich … nicht mehr|nicht mehr erforderlich|kannst … sparen|kannst … lassen|musst … nicht mehr|musst … nichts mehr|musst … keine|muss nicht mehr|nicht mehr sein|kein* … mehr nötig|kannst … weglassen|kannst … wieder weglassen",
    fr: "tu peux arrêter|arrête de|arrêtez de|cesse de|cesse d'*|tu n'as plus besoin|tu n'as plus à|tu n'es plus obligé|tu n'es plus obligée|plus la peine de|plus besoin de|plus nécessaire de|tu peux de nouveau|tu peux à nouveau|ce n'est plus nécessaire|plus besoin d'*|n'ai plus besoin|ça suffit avec|tu peux enlever|tu peux laisser tomber|tu peux supprimer|tu peux te passer|tu peux sauter|plus nécessaire|inutile de|n'as pas besoin de|plus la peine d'*|pas la peine de|arrête d'*|plus de … s'il te plaît",
    es: "puedes dejar de|deja de|dejad de|ya no hace falta|ya no tienes que|ya no es necesario|ya no necesitas|no hace falta que sigas|para de|puedes volver a|ya puedes parar|ya no necesito que|no necesito más|ya no necesito|ya no quiero|puedes quitar|puedes omitir|puedes saltarte|puedes prescindir|no hace falta|ya está bien de|ya vale de|ya no tienes|no es necesario que|no tienes que",
    ru: "можешь больше не|больше не нужно|больше не надо|можно больше не|перестань|хватит|прекрати|не обязательно больше|уже не нужно|необязательно больше|можешь снова|можешь перестать|больше не обязательно|больше не нуж*|больше не треб*|можешь … не|можно … не|можешь опускать|можешь опустить|можешь пропускать|обойдёмся без|не надо больше|не нужно больше|больше без|не надо|не нужно|необязательно",
    zh: "可以不用再|不用再|不必再|可以不再|别再|不要再|可以停止|停止|没必要再|不需要再|无需再|不需要了|不用了|不必了|不要了|就算了|够了|免了|可以省|省了|不用老|不用总|不用每次",
  },

  /** Taste, in the first person. */
  taste: {
    en: "i prefer|i'd prefer|i would prefer|i'd rather|i would rather|i'd sooner|i like|i love|i enjoy|i hate|i dislike|i can't stand|i don't like|i do not like|i'm not a fan of|i'm a fan of|i'm fond of|i'm into|we prefer|we like|we love|we hate|we don't like|i'm not keen on|i'm keen on|my preference|works best for me|suits me|i tend to|i've chosen to|i chose to|i insist on|i try to avoid|i avoid|i want to keep|i like to keep|i'd like to keep|i'm trying to keep|i'm a big fan of|i'm a huge fan of|big fan of|suit me|works better for me|work better for me|not my thing|not my cup of tea|i can't bear|i go for|i usually go for|better for me|suits me better|suits me best|isn't … my thing|aren't … my thing|not … my thing|isn't for me|aren't for me|not my style|i'm partial to|i've always liked|i've got a soft spot|rather than|i'm not much of|i'm more of|i never touch|does nothing for me|i could live on|we'd rather|i'd take|can't be doing with|i never want|or nothing",
    de: "lieber|am liebsten|ich mag|ich liebe|ich hasse|ich bevorzuge|ich ziehe … vor|mir gefällt|mir gefallen|mir schmeckt|mir schmecken|ich kann … nicht leiden|ich kann … nicht ausstehen|wir mögen|ich stehe auf|ich bin kein fan|ich bin fan|nicht ausstehen|nicht leiden|ich stehe … auf|passt mir besser|passen mir besser|kann man mich jagen|nicht mein ding|nichts für mich|ich bin … fan|passt mir … besser|passen mir … besser|passt es mir … besser|passt mir … am besten|ist mir … lieber|sind mir … lieber|nicht … mein fall|nicht … mein ding|nicht … meins|nicht … mein geschmack|am besten finde ich|ich finde … toll|ich schwärme|kann ich nicht ausstehen|kann ich nicht leiden|ich habe eine schwäche|liegt mir nicht|liegen mir nicht|mag ich|mögen wir|ich steh … auf|finde ich furchtbar|finde ich schrecklich|halte ich … nichts|für mich gar nicht|oder gar nicht|sonst nichts",
    fr: "je préfère|j'aime mieux|j'aime|je n'aime pas|j'adore|je déteste|je préférerais|on aime|on préfère|nous aimons|nous préférons|me plaît|me plaisent|je ne supporte pas|j'apprécie|je suis fan|je suis plutôt|m'arrange plus|m'arrange mieux|m'arrangent|pas mon truc|très peu pour moi|je raffole|j'aime bien|me convient|me conviennent|m'arrange|ce n'est pas … mon truc|pas … mon truc|pas … mon genre|pas … ma tasse de thé|j'ai un faible|plutôt que|je suis accro|j'ai horreur|me va mieux|je ne suis pas fan|je suis plus|sinon rien|je suis très|je ne jure que",
    es: "prefiero|me gusta|me gustan|no me gusta|me encanta|me encantan|odio|detesto|nos gusta|preferimos|preferiría|no soporto|me apetece más|soy fan|no soy fan|me va mejor|me viene mejor|me vienen mejor|me van mejor|no es lo mío|no son lo mío|me chifla*|me conviene más|me convienen más|me va bien|no es … mi estilo|no va conmigo|no me va|no me van|antes que|me pirra*|me flipa*|soy más de|no es para mí|no me entusiasma*|me vuelve loc*|aguanto|me hace gracia|hace ninguna gracia|me hacen gracia|o nada",
    ru: "я предпочитаю|предпочитаю|мне больше нравится|мне нравится|мне нравятся|мне не нравится|я люблю|я не люблю|я обожаю|я ненавижу|я терпеть не могу|терпеть не могу|мы любим|я предпочла бы|я предпочёл бы|мне ближе|мне удобнее|обожаю|не люблю|люблю|ненавижу|не выношу|удобнее|не моё|не мое|не по мне|не для меня|не в моём вкусе|мне подходит|мне больше подходит|нравится больше|лучше … чем|предпочту|не фанат|не переношу|не перевариваю|питаю слабость|пью только|ем только|меня трясёт|меня бесит|меня раздражает|прямо трясёт",
    zh: "更喜欢|我喜欢|我不喜欢|我爱|我讨厌|我偏好|我宁愿|宁可|我最喜欢|我不爱|我受不了|我比较喜欢|我们喜欢|我倾向|爱吃|爱喝|爱看|爱听|不太爱|比较方便|更方便|我最爱|不是我的菜|不合我的口味|不合我口味|比…方便|比…合适|我更习惯|我习惯|情有独钟|我偏爱|我对…没兴趣|我不感兴趣|我特别爱|我特喜欢|我最讨厌|我吃不惯|我喝不惯|我怕辣|不太喜欢|吃不了|喝不了|只喝|只吃|更愿意|不欢",
  },

  /** Reports somebody's words. */
  quoting: {
    en: "said|says|wrote|writes|told me|claims|according to|told us|reckons|reckon|claimed|somebody|someone",
    de: "sagt|sagte|schrieb|schreibt|zitat|meint|behauptet|es stand|stand da|erzählte|erzählt|meinte|behauptete",
    fr: "disait|a dit|il y avait|selon|prétend|dit que|racontait|raconte|raconté|a raconté",
    es: "dice|decía|dijo|escribió|según|contaba|contó|cuentan",
    ru: "сказал|сказала|говорит|написано|написал|написала|пишет|рассказывал|рассказывала|рассказал|рассказала|говорил|говорила|говорят",
    zh: "写着|说过|总说|说：|他说|她说|引用|据说|人说|说他|说她|听人说",
  },

  /** Supposes, and tells nothing. */
  supposing: {
    en: "if i were|if i was|if i had|if we had|if my|suppose|supposing|imagine|what if|i wish i|would have|hypothetically|let's say|pretend|in theory|maybe|perhaps|might be|in a perfect world|if only|just kidding|kidding",
    de: "wäre ich|angenommen|würde ich|theoretisch|vielleicht|vermutlich",
    fr: "si j'étais|supposons|imagine|imaginons|admettons|et si|peut-être",
    es: "supongamos|imagina|imaginemos|y si|viviría|quizás|quizá|ojalá",
    ru: "если бы|допустим|представь|предположим|теоретически|может быть|наверное|шучу",
    zh: "假如|假设|要是我有|倘若|比方说|也许|可能|大概|开玩笑|就好了",
  },

  /** Thoughts, moods, needs, plans, and how things are for an hour: over soon. */
  mood: {
    en: "think|require|expect|demand|appreciate|thinking|thought|guess|suppose|believe|hope|hoping|wonder|wondering|feel|feels|feeling|felt|know|knew|understand|understood|agree|mean|meant|see|hear|want|wants|wanted|need|needs|needed|wish|could|should|would|must|might|can|can't|cannot|will|i'll|we'll|won't|i'd|we'd|going to|gonna|trying|try|looking|look|asking|asked|ask|told|tell|said|say|says|happy|lucky|awesome|off to|am new|sad|tired|glad|sorry|afraid|sure|excited|bored|hungry|thirsty|okay|ready|here|curious|worried|confused|stuck|annoyed|angry|proud|surprised|grateful|thank|thanks|thankful|please|let's|let|makes me|made me|have to|has to|had to|got to|question|idea|problem|issue|error|bug|help|moment|right now|minute|seconds|later|soon|tonight|lol|haha|wow|great|nice|cool|remember|love it|like it|like this|like that|dream|dreamt|dreamed|hurts|hurt|on my way|guessing|mind|fed up|had enough|enough of|i'm back|be back|fine with|late|minutes late|delayed|is cold|is hot|is wet|is empty|is down|about to|screaming|crying|percent|is dead|out of battery",
    de: "denke|glaube|hoffe|fühle|weiß|wusste|verstehe|verstanden|sehe|sah|höre|will|wollte|möchte|brauche|bräuchte|könnte|kann|sollte|muss|müsste|darf|würde|wäre|hätte|versuche|versucht|suche|gesucht|froh|traurig|müde|glücklich|sicher|aufgeregt|gespannt|hungrig|durstig|fertig|bereit|zurück|neugierig|besorgt|verwirrt|genervt|wütend|stolz|dankbar|freut|freue|danke|bitte|lass|frage|idee|problem|fehler|hilfe|moment|später|bald|toll|super|geträumt|vielleicht|irgendwann|unterwegs|satt|die nase voll|verspätung|zu spät|ist kaputt|platzt|klingelt|schreien|schreit|weint|ins bett",
    fr: "pense|crois|suppose|espère|demande|me sens|sais|savais|comprends|compris|vois|veux|voulais|voudrais|besoin|pourrais|peux|devrais|dois|faut|essaie|cherche|content|contente|heureux|heureuse|triste|fatigué|fatiguée|sûr|sûre|désolé|désolée|inquiet|inquiète|perdu|perdue|énervé|énervée|fier|fière|curieux|curieuse|faim|soif|merci|s'il te plaît|plaisir|question|idée|problème|erreur|bug|aide|moment|bientôt|super|génial|rêvé|peut-être|en route|serai|aurai|ferai|mettrai|marre|ras le bol|ras-le-bol|avons assez|hésite|hésitons|en retard|est vide|en panne|en train de|crient|crie|pleure|pleurent|sonne|raté",
    es: "creo|supongo|espero|pregunto|sé|sabía|entiendo|entendí|veo|quiero|quería|quisiera|necesito|podría|puedo|debería|debo|tengo que|hay que|intento|intenté|busco|buscando|contento|contenta|feliz|triste|cansado|cansada|preocupado|preocupada|confundido|confundida|enfadado|enfadada|orgulloso|orgullosa|curioso|curiosa|hambre|sed|gracias|por favor|alegría|pregunta|idea|problema|error|ayuda|momento|pronto|luego|genial|soñé|quizá|quizás|a lo mejor|algún día|duele|perdón|perdona|harto|harta|hartos|hartas|dije|recuerdo|aburrido|aburrida|emocionado|emocionada|ilusionado|ilusionada|molesto|molesta|sorprendido|sorprendida|agradecido|agradecida|miedo|sueño|calor|suerte|enseguida|jaja|ojalá|estupendo|pienso|dudamos|no sé|averiado|averiada|gritan|grita|llora|lloran|suena|cocinando|llamando|atasco|vuelvo",
    ru: "думаю|кажется|считаю|полагаю|надеюсь|интересно|чувствую|знаю|знал|знала|понимаю|понял|поняла|вижу|хочу|хотел|хотела|хотим|нужно|надо|мог|могла|могу|можем|должен|должна|бы|буду|будем|пытаюсь|пробую|пробовал|ищу|рад|рада|грустно|устал|устала|счастлив|счастлива|уверен|уверена|готов|готова|голоден|голодна|жаль|боюсь|волнуюсь|злюсь|горжусь|спасибо|пожалуйста|вопрос|идея|проблема|ошибка|помощь|минут*|скоро|потом|позже|здорово|круто|приснилось|может быть|когда-нибудь|болит|извини|прости|надоело|достало|достали|сыт по горло|хватит|может|думаем|помню|опаздывает|опаздывают|остыл|остыла|остыло|раскалывается|звонит|звонят|кричат|кричит|плачет|плачут|убежал|убежало|выжат",
    zh: "我想|想想|觉得|认为|希望|知道|不知道|明白|懂|听说|读到|想要|需要|要不要|可以|能不能|应该|必须|得去|打算|准备|试试|试着|正在|高兴|开心|难过|累|饿|渴|担心|困惑|生气|骄傲|好奇|谢谢|请|主意|错误|帮|马上|等会|待会|一会|太好|真好|梦见|也许|可能|哪天|疼|在路上|抱歉|对不起|哈哈|受够|烦死|真烦|腻了|有问题|没问题|晚点|凉了|冷了|炸了|要炸|没电|打电话|大叫|在哭|在叫|堵车|睡了|去睡|做饭|记下了",
  },

  /** Finished acts: over, unless they change something that is known. */
  past: {
    en: "was|were|had|did|didn't|went|came|got|getting|took|forgot|forgotten|won|lost|yesterday|ago|seen|saw|heard|read|tried|this morning|just|almost|again|done",
    de: "war|waren|hatte|hatten|ging|kam|habe ge*|haben ge*|gestern|vorhin|gerade|vergessen|fast|schon wieder|gesehen|gehört|gelesen|werde|werden|soll",
    fr: "viens de|hier|étais|était|avais|avait|oublié|presque|vu|entendu|lu|essayé|cherché|vais|allons",
    es: "acabo de|ayer|era|estaba|tenía|fui|fuimos|olvidé|olvidado|anoche|gané|perdí|vine|llegué|casi|oí|vi|visto|he leído|leí|escuché|otra vez|voy|vamos",
    ru: "был|была|было|были|вчера|забыл|забыла|почти|видел|видела|слышал|слышала|читал|читала|опять|снова",
    zh: "刚刚|刚才|昨天|以前|从前|忘了|差点|看到|看见|听到|又|好了",
  },

  /** Events of a lifetime, such as a birth or a wedding. */
  milestone: {
    en: "passed my|passed the|graduated|bought a|bought the|bought my|was born|retired|adopted|inherited|founded|diagnosed|promoted|got married|got divorced|moved in|opened a",
    de: "bestanden|gekauft|geboren|gegründet|diagnostiziert|festgestellt|adoptiert|befördert|geerbt|geheiratet|verlobt|eröffnet|abgeschlossen",
    fr: "acheté|mon permis|mon bac|diagnostiqué|fondé|adopté|hérité|promu|promue|né le|fiancés|mariés|ouvert un",
    es: "compré|compramos|comprado|aprobé|aprobado|diagnosticado|diagnosticaron|fundé|adopté|adoptamos|heredé|ascendido|ascendida|nació|nos casamos|abrí",
    ru: "купил|купила|купили|сдал|сдала|окончил|окончила|диагноз|нашли аллергию|усыновили|унаследовал|унаследовала|повысили|поженились|женился|родился|родилась|открыл|открыла|завели",
    zh: "考过|考上|买了|毕业|出生|确诊|领养|升职|结婚了|订婚了|生了|开了一家",
  },
} as const satisfies Readonly<Record<string, Phrases>>;

/** One set of matchers for all tables, so that a text is prepared once for all of them. */
export const cues = makeMatchers(tables);
