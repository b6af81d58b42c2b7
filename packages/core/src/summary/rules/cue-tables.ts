/**
 * The words that show the kind of a sentence. Another language is another column in each table; another word goes into
 * its list. See `Phrases` for the signs.
 */
import type { Phrases } from "./phrase-index.js";

export const cueTables = {
  decision: {
    en: "decided|let's go with|let's use|let us use|we'll use|we will use|we'll go with|we will go with|i'll go with|going with|agreed|we agree|settled on|we chose|i chose|i've chosen|decision:|we picked|approved|sticking with|let's stick with|switching to|we're moving to",
    de: "entschieden|beschlossen|entscheidung|wir nehmen|wir verwenden|wir benutzen|nehmen wir|ich nehme|geeinigt|einverstanden|abgemacht|wir bleiben bei|festgelegt|vereinbart",
    fr: "décidé*|on prend|nous prenons|on utilise|nous utiliserons|on va utiliser|nous allons utiliser|d'accord pour|convenu|on part sur|choisi|choisie|décision|on garde",
    es: "decidido|decidimos|decidí|vamos con|usaremos|vamos a usar|de acuerdo en|acordado|acordamos|elegimos|elegido|decisión|quedamos en|nos quedamos con",
    ru: "решил|решила|решили|решено|договорились|выбрали|выбрал|выбрала|будем использовать|остановились на|используем|согласован*|берём|берем",
    zh: "决定|就用|我们用|选择了|选定|同意用|说好|商定|确定用|采用",
  },

  promise: {
    en: "i will|i'll|we will|we'll|i shall|let me|remind me|i'm going to|i am going to|we're going to|i need to|we need to|i have to|we have to|i've got to|i must|todo|to do:|to-do|next step|next steps|don't forget|remember to|i promise|promised|by tomorrow|by tonight|by monday|by tuesday|by wednesday|by thursday|by friday|by saturday|by sunday|by the end of|still need to|still have to|follow up|make sure to|yet to",
    de: "ich werde|wir werden|ich kümmere mich|ich kümmer mich|erinnere mich|erinner mich|ich muss|wir müssen|ich rufe|ich schicke|ich besorge|ich kaufe|ich bringe|ich mache|ich bestelle|bis montag|bis dienstag|bis mittwoch|bis donnerstag|bis freitag|bis samstag|bis sonntag|bis morgen|nicht vergessen|vergiss nicht|versprochen|verspreche|nächster schritt|nächste schritte|steht noch aus|noch zu tun",
    fr: "je vais|je *rai|nous allons|je dois|nous devons|rappelle-moi|rappelez-moi|je promets|je m'occupe|je m'en occupe|il faut que je|d'ici lundi|d'ici mardi|d'ici mercredi|d'ici jeudi|d'ici vendredi|d'ici samedi|d'ici dimanche|d'ici demain|prochaine étape|prochaines étapes|n'oublie pas|n'oubliez pas|à faire",
    es: "voy a|haré|lo haré|tengo que|tenemos que|debo|recuérdame|recuerdame|prometo|me encargo|me encargaré|antes del lunes|antes del martes|antes del miércoles|antes del jueves|antes del viernes|antes del sábado|antes del domingo|para el lunes|para el viernes|antes de mañana|próximo paso|próximos pasos|no olvides|no olvidar|pendiente de",
    ru: "сделаю|напомни|напомните|обещаю|мне нужно|нам нужно|нам надо|мне надо|я буду|я должен|я должна|к понедельнику|к вторнику|к среде|к четвергу|к пятнице|к субботе|к воскресенью|до завтра|до понедельника|до пятницы|следующий шаг|следующие шаги|не забудь|не забудьте|не забыть|займусь|позвоню|куплю|отправлю|закажу|пришлю",
    zh: "我会|我来|我们会|提醒我|记得|别忘了|不要忘|我得|下一步|待办|周五前|周一前|明天前|之前完成|答应|保证|我去",
  },

  /** Obligations: said once, they hold until withdrawn. */
  restriction: {
    en: "must|mustn't|has to|needs to|never|always|only|at most|at least|no more than|no less than|not more than|maximum|minimum|up to|allergic|allergy|intolerant|vegetarian|vegan|prefer*|favourite|favorite|required|requires|forbidden|not allowed|prohibited|avoid|cannot|can't|cant|don't|do not|dont|except|unless|without",
    de: "muss|müssen|musst|darf nicht|dürfen nicht|darf kein*|nie|niemals|immer|nur|höchstens|mindestens|maximal|nicht mehr als|allergisch|allergie|vegetarisch|vegetarier*|vegan*|bevorzug*|lieber|am liebsten|verboten|vermeid*|außer|ohne|spätestens|bitte nicht|bitte kein*",
    fr: "doit|doivent|devez|il faut|jamais|toujours|seulement|uniquement|au plus|au maximum|au moins|maximum|minimum|pas plus de|allergique|allergie|végétarien*|végan*|préfère*|préférer|interdit*|éviter|évite|sauf|sans|obligatoire|au plus tard",
    es: "debe|deben|debes|hay que|tiene que|tienen que|nunca|jamás|siempre|solo|sólo|solamente|únicamente|como máximo|como mucho|al menos|por lo menos|máximo|mínimo|no más de|alérgic*|alergia|vegetarian*|vegan*|prefier*|preferimos|prohibid*|evitar|evita|excepto|salvo|sin|obligatori*|a más tardar",
    ru: "должен|должна|должны|должно|нельзя|никогда|всегда|только|не более|не больше|не менее|не меньше|максимум|минимум|аллерги*|вегетариан*|веган*|предпочита*|запрещ*|обязательно|избега*|кроме|без|надо|нужно|необходимо|не позже",
    zh: "必须|一定要|绝不|从不|永远|总是|只能|只用|最多|至少|不超过|不得|不能|不要|禁止|过敏|素食|吃素|更喜欢|偏好|避免|不许|不准|最迟",
  },

  /** Taste and plans, which people also mention in passing. */
  mild: {
    en: "should|shouldn't|i like|i love|i hate|i dislike|doesn't like|loves|hates|deadline|budget|limit|instead of|rather than|allowed",
    de: "soll|sollte|sollen|ich mag|ich hasse|ich liebe|frist|budget|statt|darf|dürfen",
    fr: "devrait|devrais|j'aime|j'adore|je déteste|limite|budget|plutôt que|échéance",
    es: "debería|me gusta|me encanta|odio|límite|presupuesto|en vez de|en lugar de|plazo",
    ru: "следует|люблю|ненавижу|лимит|бюджет|вместо|срок",
    zh: "应该|喜欢|讨厌|预算|期限|需要|上限|下限",
  },

  /** Statements of people about themselves and theirs. */
  own: {
    en: "my|our|i'm|i am|we're|we are|i run|i live|i work|i was born|call me",
    de: "mein*|unser*|ich bin|ich wohne|ich heiße|ich arbeite|wir sind|wir wohnen",
    fr: "mon|ma|mes|notre|nos|je suis|j'habite|je m'appelle|je travaille",
    es: "mi|mis|nuestr*|soy|vivo|me llamo|trabajo en",
    ru: "мой|моя|моё|мои|моей|наш|наша|наши|меня зовут|я живу|я работаю",
    zh: "我的|我们的|我叫|我是|我住",
  },

  /** Where something is, and what or whose it is: needed months later, and seldom said twice. */
  whereabouts: {
    en: "is behind|are behind|is under|are under|is in the|are in the|is inside|is next to|is above|is below|is on the|are on the|is at the|is kept|are kept|is stored|are stored|is called|lives in|lives at|works at|works for|belongs to|belong to|my name is",
    de: "ist hinter|liegt hinter|steht hinter|hängt hinter|ist unter|liegt unter|steht unter|liegt im|steht im|hängt im|liegt in|steht in|liegt auf|steht auf|heißt|wohnt in|arbeitet bei|gehört",
    fr: "est derrière|sont derrière|est sous|sont sous|est dans|sont dans|se trouve|se trouvent|s'appelle|habite|travaille chez|appartient",
    es: "está detrás|están detrás|está debajo|está en|están en|se encuentra|se llama|vive en|trabaja en|pertenece",
    ru: "находится|находятся|лежит|лежат|висит|зовут|живёт|живет|работает в|принадлежит",
    zh: "放在|位于|住在|名叫|叫做|挂在|属于",
  },

  negation: {
    en: "not|*n't|no|never|none|nothing|without|neither|nor|cannot|nobody|nowhere|cant|wont|dont|doesnt|didnt|isnt|avoid|except|forbidden|prohibited",
    de: "nicht|kein*|nie|niemals|ohne|weder|niemand|nichts|nirgends|verboten|außer",
    fr: "ne|n'*|pas|jamais|sans|aucun*|rien|ni|interdit*|sauf|éviter|évite",
    es: "no|nunca|jamás|sin|ningún|ninguna|ninguno|nada|nadie|tampoco|prohibid*|excepto|salvo|evitar|evita",
    ru: "не|нет|никогда|без|ни|нельзя|никто|ничего|никого|запрещ*|кроме",
    zh: "不|没|无|勿|别|未|禁止|避免",
  },

  /** Phrases with a negation that deny nothing. */
  neutral: {
    en: "not only|no doubt|no matter|why not|don't forget|isn't it|aren't you|don't you|doesn't it|nothing but|not just",
    de: "nicht nur|nicht wahr|nicht vergessen|vergiss nicht|warum nicht|ohne zweifel",
    fr: "pas mal|n'est-ce pas|sans doute|n'oublie pas|n'oubliez pas|pourquoi pas|pas seulement",
    es: "no solo|no sólo|sin embargo|no olvides|no olvidar|por qué no|sin duda",
    ru: "не только|не правда ли|не забудь|не забудьте|не забыть|почему бы и нет",
    zh: "不过|不仅|不但|不同|差不多|不断|不久|不管|不如|特别|分别|区别|级别|性别|类别|别人|别的|别忘了|不要忘|无论|无线|未来|对不起|不好意思",
  },

  failure: {
    en: "failed|fails|failing|failure|error|errors|broke|broken|crash*|doesn't work|does not work|didn't work|did not work|not working|didn't help|tried|attempt*|rejected|denied|refused|timed out|exception",
    de: "fehlgeschlagen|fehler|kaputt|funktioniert nicht|ging nicht|geht nicht|klappt nicht|hat nicht geklappt|abgestürzt|versucht|probiert|abgelehnt|gescheitert",
    fr: "échoué*|échec|erreur|erreurs|ne marche pas|ne fonctionne pas|n'a pas marché|cassé*|en panne|essayé|refusé*|planté",
    es: "falló|fallo|fallado|falla|error|errores|no funciona|no funcionó|roto|rota|intenté|intentamos|probé|rechazad*",
    ru: "не работает|не сработал*|ошибк*|сломал*|не удалось|не вышло|пробовал*|попробовал*|отказ*|провал*|упал*",
    zh: "失败|错误|报错|出错|不行|不工作|坏了|崩溃|试过|尝试|没成功|拒绝",
  },

  done: {
    en: "done|finished|completed|complete|fixed|works|worked|working again|solved|resolved|shipped|deployed|merged|ready|passed|succeeded|successful|successfully|took care of|all set",
    de: "erledigt|fertig|fertiggestellt|abgeschlossen|behoben|gelöst|funktioniert|geklappt|läuft wieder|gemacht|repariert",
    fr: "c'est fait|est fait|est faite|terminé*|fini|finie|réglé*|corrigé*|réparé*|résolu*|ça marche|fonctionne|réussi*",
    es: "hecho|hecha|listo|lista|terminado|terminada|terminé|acabado|acabé|arreglado|arreglada|arreglé|resuelto|resuelta|funciona|funcionó|completad*",
    ru: "готово|готов|готова|сделано|сделал|сделала|сделали|закончил*|завершен*|завершён*|исправил*|исправлено|починил*|работает|получилось|решена",
    zh: "完成|搞定|做完|修好|解决了|已经|成功|好了|弄好|办好",
  },

  /** A deed in the past: done, if it is about something that was pending. */
  past: {
    en: "i *ed|we *ed|i've … *ed|we've … *ed|i have … *ed|has been … *ed|have been … *ed|was *ed|were *ed|is *ed|are *ed|*ed the|*ed all|*ed both|i bought|we bought|bought|sent|paid|i wrote|we wrote|built|i made|we made|i got|i put|i set|i found|i did|brought|i told|i met|i took|i've … bought|has been … sent|has been … paid",
    de: "habe … ge*|hab … ge*|haben … ge*|hat … ge*|wurde … ge*|ist … ge*|sind … ge*|habe … *iert|wurde … *iert|habe … be*t|habe … ver*t",
    fr: "j'ai … *é|j'ai … *u|j'ai … *is|j'ai … *it|nous avons … *é|on a … *é|a été … *é|ont été … *és|est … *é|suis … *é",
    es: "he … *ado|he … *ido|hemos … *ado|hemos … *ido|ya *é|ha sido … *ado|está … *ado|*é las|*é los|*é el|*é la",
    ru: "я … *л|я … *ла|мы … *ли|уже … *л|уже … *ла|уже … *ли|*ена|*ено|*ены|*ан|*ана|*аны|*ал|*ала|*или|*ил|*ила",
    zh: "已|了",
  },

  goal: {
    en: "i want to|i want you to|we want to|i'd like to|i would like to|i'd like you to|the goal is|goal:|our goal|my goal|my aim|help me|i'm trying to|we're trying to|the plan is|please",
    de: "ich möchte|wir möchten|ich will|wir wollen|das ziel ist|ziel:|mein ziel|unser ziel|hilf mir|helfen sie mir|der plan ist|bitte",
    fr: "je veux|nous voulons|je voudrais|j'aimerais|le but est|objectif|aide-moi|aidez-moi|s'il te plaît|s'il vous plaît|stp|svp|merci de",
    es: "quiero|queremos|quisiera|me gustaría|el objetivo|objetivo:|ayúdame|ayudame|el plan es|por favor",
    ru: "хочу|хотим|хотелось бы|цель|помоги|помогите|план такой|пожалуйста",
    zh: "我想|我们想|目标是|目标：|帮我|请|麻烦你|我打算|我们打算",
  },

  /** A question that asks for a deed, or an order: open until the deed is reported. */
  request: {
    en: "can you|could you|would you|will you|please|i want you to|i'd like you to|help me",
    de: "kannst du|könntest du|können sie|könnten sie|bitte|hilf mir",
    fr: "peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|s'il te plaît|s'il vous plaît|merci de|aide-moi|aidez-moi",
    es: "puedes|puede usted|podrías|podría|por favor|ayúdame",
    ru: "можешь|можете|мог бы|могла бы|могли бы|пожалуйста|помоги|помогите",
    zh: "请|能不能|可以帮|可不可以|帮我|麻烦你",
  },

  upper: {
    en: "at most|no more than|not more than|no longer than|maximum|less than|fewer than|under|below|up to|within|not exceed|no later than",
    de: "höchstens|maximal|nicht mehr als|weniger als|unter|bis zu|spätestens|nicht länger als",
    fr: "au plus|au maximum|maximum|pas plus de|pas plus que|moins de|jusqu'à|au plus tard|maximal",
    es: "como máximo|como mucho|máximo|no más de|menos de|hasta|a más tardar",
    ru: "не более|не больше|максимум|меньше|менее|до|не позже",
    zh: "最多|不超过|少于|上限|最迟|不得超过|以内|以下",
  },

  lower: {
    en: "at least|no less than|not less than|no fewer than|minimum|more than|over|above|no earlier than",
    de: "mindestens|nicht weniger als|mehr als|über|frühestens",
    fr: "au moins|minimum|pas moins de|plus de|minimal",
    es: "al menos|por lo menos|mínimo|no menos de|más de",
    ru: "не менее|не меньше|минимум|больше|более|свыше",
    zh: "至少|不少于|超过|多于|下限|起码|以上",
  },

  affirmation: {
    en: "yes|yep|yeah|no|nope|sure|ok|okay|correct|right|exactly|of course|absolutely|go ahead|do it|agreed",
    de: "ja|nein|klar|genau|richtig|stimmt|natürlich|okay|ok|mach das|einverstanden",
    fr: "oui|non|bien sûr|d'accord|exact|exactement|vas-y|ok",
    es: "sí|si|no|claro|vale|correcto|exacto|por supuesto|adelante|de acuerdo|ok",
    ru: "да|нет|конечно|верно|точно|хорошо|ладно|давай|ок",
    zh: "是的|好的|可以|不用|不是|对|行|没错|当然",
  },
} satisfies Readonly<Record<string, Phrases>>;
