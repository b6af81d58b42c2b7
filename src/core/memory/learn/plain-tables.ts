/** Words by which a plain sentence of somebody's own is told from one of the moment. See `Phrases` for the signs. */
import type { Phrases } from "../../summary/rules/phrase-index.js";

export const plainTables = {
  /** Thoughts, moods, needs, plans and what is done at the moment: said in the first person, and over soon. */
  passing: {
    en: "think|thinking|thought|guess|suppose|believe|hope|hoping|wonder|wondering|feel|feels|feeling|felt|know|knew|understand|understood|agree|mean|meant|see|saw|seen|heard|hear|read|want|wants|wanted|need|needs|needed|wish|could|should|would|must|might|can|can't|cannot|will|i'll|we'll|won't|i'd|we'd|going to|gonna|trying|tried|try|looking|look|asking|asked|ask|told|tell|said|say|says|happy|lucky|awesome|off to|took|am new|i'm new|we're new|sad|tired|glad|sorry|afraid|sure|excited|bored|hungry|thirsty|fine|okay|ready|done|back|here|curious|worried|confused|stuck|annoyed|angry|proud|surprised|grateful|thank|thanks|thankful|please|let's|let|makes me|made me|just|have to|has to|had to|got to|question|idea|problem|issue|error|bug|help|moment|right now|minute|seconds|later|soon|tonight|yesterday|this morning|lol|haha|wow|great|nice|cool|almost|was|were|had|did|didn't|went|came|got|getting|forgot|forgotten|remember|won|lost|hate it|love it|like it|like this|like that|dream|dreamt|dreamed|ago|once|hurts|hurt|on my way|guessing|mind|fed up|sick of|had enough|enough of",
    de: "denke|glaube|hoffe|frage mich|fühle|weiß|wusste|verstehe|verstanden|sehe|sah|gesehen|gehört|höre|gelesen|lese gerade|will|wollte|möchte|brauche|bräuchte|könnte|kann|sollte|soll|muss|müsste|darf|würde|werde|werden|wäre|hätte|versuche|versucht|suche|gesucht|froh|traurig|müde|glücklich|sicher|aufgeregt|gespannt|hungrig|durstig|fertig|bereit|zurück|neugierig|besorgt|verwirrt|genervt|wütend|stolz|dankbar|freut|freue|danke|bitte|lass|gerade|eben|frage|idee|problem|fehler|hilfe|moment|gleich|später|bald|gestern|vorhin|toll|super|fast|war|waren|hatte|hatten|ging|kam|habe ge*|hab ge*|haben ge*|bin ge*|sind ge*|vergessen|gestern|geträumt|vielleicht|irgendwann|tut weh|unterwegs|satt|die nase voll|keine lust|habe genug",
    fr: "pense|crois|suppose|espère|demande|me sens|sais|savais|comprends|compris|vois|vu|entendu|lu|veux|voulais|voudrais|besoin|pourrais|peux|devrais|dois|faut|vais|allons|essaie|essayé|cherche|cherché|content|contente|heureux|heureuse|triste|fatigué|fatiguée|sûr|sûre|prêt|prête|désolé|désolée|inquiet|inquiète|perdu|perdue|énervé|énervée|fier|fière|curieux|curieuse|faim|soif|merci|s'il te plaît|plaisir|viens de|question|idée|problème|erreur|bug|aide|moment|tout de suite|bientôt|plus tard|hier|super|génial|presque|étais|était|avais|avait|suis allé|suis allée|oublié|rêvé|peut-être|mal à|en route|serai|aurai|ferai|mettrai|marre|ras le bol|ras-le-bol|plein le dos|en ai assez|avons assez",
    es: "pienso|creo|supongo|espero|pregunto|siento|sé|sabía|entiendo|entendí|veo|vi|visto|oído|leído|quiero|quería|quisiera|necesito|podría|puedo|debería|debo|tengo que|hay que|voy|vamos|intento|intenté|busco|buscando|contento|contenta|feliz|triste|cansado|cansada|seguro|segura|preocupado|preocupada|confundido|confundida|enfadado|enfadada|orgulloso|orgullosa|curioso|curiosa|hambre|sed|gracias|por favor|alegría|acabo de|pregunta|idea|problema|error|ayuda|momento|ahora mismo|pronto|luego|ayer|genial|casi|era|estaba|tenía|fui|fuimos|olvidé|olvidado|soñé|quizá|quizás|tal vez|a lo mejor|algún día|duele|de camino|perdón|perdona|harto|harta|hartos|hartas|hasta las narices|ya no aguanto|me parece|digo|dije|oí|escuché|leí|recuerdo|aburrido|aburrida|emocionado|emocionada|ilusionado|ilusionada|molesto|molesta|sorprendido|sorprendida|agradecido|agradecida|miedo|sueño|calor|suerte|listo|lista|esta noche|esta mañana|anoche|hace un rato|hace un momento|enseguida|gané|perdí|vine|llegué|jaja|ojalá|vale|estupendo|me alegro|me alegra",
    ru: "думаю|кажется|считаю|полагаю|надеюсь|интересно|чувствую|знаю|знал|знала|понимаю|понял|поняла|вижу|видел|видела|слышал|слышала|читал|читала|хочу|хотел|хотела|хотим|нужно|надо|мог|могла|могу|можем|должен|должна|бы|буду|будем|пытаюсь|пробую|пробовал|ищу|рад|рада|грустно|устал|устала|счастлив|счастлива|уверен|уверена|готов|готова|голоден|голодна|жаль|боюсь|волнуюсь|злюсь|горжусь|спасибо|пожалуйста|сейчас|только что|вопрос|идея|проблема|ошибка|помощь|минут*|скоро|потом|позже|вчера|здорово|круто|почти|был|была|было|были|забыл|забыла|приснилось|может быть|когда-нибудь|болит|в пути|извини|прости|надоело|достало|достали|сыт по горло|сыта по горло|хватит",
    zh: "我想|觉得|认为|希望|知道|不知道|明白|懂|看到|看见|听到|听说|读到|想要|需要|要不要|可以|能不能|应该|必须|得去|打算|准备|试试|试着|正在|高兴|开心|难过|累|饿|渴|担心|困惑|生气|骄傲|好奇|谢谢|请|刚刚|刚才|问题|主意|错误|帮|马上|等会|待会|一会|昨天|太好|真好|差点|以前|忘了|梦见|也许|可能|哪天|疼|在路上|抱歉|对不起|好了|哈哈|受够|烦死|真烦|腻了",
  },

  /** How things are for an hour: late, cold, empty, being done. */
  fleeting: {
    en: "late|running late|minutes late|delayed|is cold|is hot|is wet|is empty|is ringing|is down|about to|screaming|crying|percent|is dead|out of battery|on my way|on our way",
    de: "verspätung|zu spät|ist kalt|ist leer|ist heiß|ist kaputt|platzt|klingelt|schreien|schreit|weint|ruft an|ruft gerade an|ins bett|auf dem weg",
    fr: "en retard|de retard|est froid|est froide|est vide|en panne|va exploser|en train de|crient|crie|pleure|pleurent|sonne|raté|à fond",
    es: "llega tarde|llegan tarde|de retraso|está frío|está fría|está vacío|está vacía|averiado|averiada|gritan|grita|llora|lloran|suena|cocinando|llamando|en ello|atasco|vuelvo",
    ru: "опаздывает|опаздывают|остыл|остыла|остыло|раскалывается|звонит|звонят|кричат|кричит|плачет|плачут|убежал|убежало|выжат",
    zh: "晚点|凉了|冷了|炸了|要炸|没电|打电话|大叫|在哭|在叫|堵车|睡了|去睡|做饭|记下了",
  },

  /** What happens to people once, and is told for long. */
  milestone: {
    en: "passed my|passed the|graduated|bought a|bought the|bought our|bought my|was born|were born|retired|adopted|inherited|founded|diagnosed|promoted|got married|got engaged|had a baby|moved in|opened a",
    de: "bestanden|gekauft|geboren|gegründet|diagnostiziert|festgestellt|adoptiert|befördert|geerbt|geheiratet|verlobt|eröffnet|abgeschlossen|bekommen ein kind",
    fr: "acheté|réussi mon|réussi ma|réussi le|mon permis|mon bac|mon diplôme|diagnostiqué|fondé|adopté|hérité|promu|promue|né le|née le|fiancés|mariés|ouvert un|ouvert une",
    es: "compré|compramos|comprado|aprobé|aprobado|diagnosticado|diagnosticaron|fundé|adopté|adoptamos|heredé|ascendido|ascendida|nació|me gradué|nos casamos|abrí",
    ru: "купил|купила|купили|сдал|сдала|окончил|окончила|диагноз|нашли аллергию|усыновили|унаследовал|унаследовала|повысили|поженились|вышла замуж|женился|родился|родилась|открыл|открыла|завели",
    zh: "考过|考上|买了|毕业|出生|确诊|领养|升职|结婚了|订婚了|生了|开了一家",
  },

  /** Those of the speaker's family who need no word for whose they are. */
  kin: {
    en: "the kids|the children|the baby|the twins|the dog|the cat|mum|mom|dad|grandma|grandpa|grandad|granddad|granny|gran|nan|grandmother|grandfather|my husband|hubby|the boys|the girls|the wife|auntie",
    de: "die kinder|das baby|die zwillinge|der hund|die katze|mama|papa|oma|opa|mutti|vati|großmutter|großvater|omi|opi|die jungs|die mädels|die kleine|der kleine",
    fr: "les enfants|les gosses|le bébé|les jumeaux|le chien|le chat|maman|papa|mamie|papi|mémé|pépé|mémère|grand-mère|grand-père|les garçons|les filles|les petits|tonton|tata",
    es: "los niños|las niñas|los peques|el bebé|los gemelos|el perro|el gato|mamá|papá|la abuela|el abuelo|abuela|abuelo|los chicos|las chicas|los críos|la niña|el niño|la tía|el tío|yaya|yayo",
    ru: "дети|детей|у детей|малыш|близнецы|собака|кошка|мама|папа|бабушка|дедушка|дедушке|бабушке|маме|папе|дедушку|бабушку|дедушки|бабушки|мальчики|девочки|детям|малышу|сестра|брат",
    zh: "孩子们|孩子|宝宝|双胞胎|妈妈|爸爸|奶奶|爷爷|外婆|外公|姥姥|姥爷|宝贝|小朋友",
  },
} as const satisfies Readonly<Record<string, Phrases>>;
