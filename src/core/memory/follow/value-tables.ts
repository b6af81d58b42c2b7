/** Words that are values themselves, by what they are values of, and words that say nothing of what a sentence is about. */
import type { Phrases } from "../../summary/rules/phrase-index.js";

export const valueTables = {
  /** Counts, amounts and places in an order. */
  number: {
    en: "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twice|tens|twelves|noon|midnight",
    de: "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|zwanzig|dreißig|neunzig|erste*|zweite*|dritte*|vierte*|fünfte*|sechste*|siebte*|achte*|neunte*|zehnte*|elfte*|zwölfte*|eine tasse|ein glas",
    fr: "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|vingt|trente|premier|première|deuxième|seconde|troisième|quatrième|cinquième|sixième|septième|huitième|neuvième|dixième|midi|minuit|qu'un|qu'une",
    es: "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|veinte|treinta|primero|primera|primer|segundo|segunda|tercero|tercera|tercer|cuarto|cuarta|quinto|quinta|sexto|sexta|séptimo|séptima|octavo|octava|noveno|novena|solo … un|solo … una",
    ru: "один|одна|одно|одну|два|две|двое|двух|три|трое|трёх|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать|двадцать|тридцать|перв*|второй|вторая|второе|вторую|втором|трет*|четверт*|четвёрт*|пятый|пятая|пятую|пятом|пятой|шест*|седьм*|восьм*|девят*|десят*",
  },

  weekday: {
    en: "monday*|tuesday*|wednesday*|thursday*|friday*|saturday*|sunday*|weekdays|weekends",
    de: "montag*|dienstag*|mittwoch*|donnerstag*|freitag*|samstag*|sonnabend*|sonntag*",
    fr: "lundi*|mardi*|mercredi*|jeudi*|vendredi*|samedi*|dimanche*",
    es: "lunes|martes|miércoles|jueves|viernes|sábado*|domingo*",
    ru: "понедельник*|вторник*|среда|среду|среды|средам|четверг*|пятниц*|суббот*|воскресень*",
    zh: "星期一|星期二|星期三|星期四|星期五|星期六|星期天|星期日|周一|周二|周三|周四|周五|周六|周日|周天|礼拜一|礼拜二|礼拜三|礼拜四|礼拜五|礼拜六|礼拜天",
  },

  /** Where somebody learns. */
  school: {
    en: "nursery|kindergarten|preschool|playgroup|primary school|primary|infant school|junior school|secondary school|secondary|high school|middle school|sixth form|grammar school|college|university|uni|apprenticeship|year|grade|form|reception",
    de: "kindergarten|kita|krippe|vorschule|grundschule|hauptschule|realschule|gymnasium|gesamtschule|oberstufe|berufsschule|uni|universität|hochschule|klasse|lehre|ausbildung",
    fr: "crèche|maternelle|école primaire|primaire|collège|lycée|fac|université|prépa|cp|ce1|ce2|cm1|cm2|sixième|cinquième|quatrième|troisième|seconde|première|terminale|apprentissage",
    es: "guardería|escuela infantil|infantil|preescolar|primaria|secundaria|instituto|bachillerato|universidad|facultad|curso",
    ru: "ясли|садик|детский сад|детсад|школу|школе|школа|лицей|лицее|гимназию|гимназии|колледж*|техникум*|институт*|универ*|класс*",
    zh: "托儿所|幼儿园|小学|初中|高中|中学|大学|年级|学前班",
  },

  language: {
    en: "english|german|french|spanish|russian|chinese|mandarin|italian|portuguese|dutch|polish|turkish|japanese|korean|arabic|greek|swedish|danish|norwegian|finnish|welsh|latin",
    de: "englisch|deutsch|französisch|spanisch|russisch|chinesisch|italienisch|portugiesisch|niederländisch|polnisch|türkisch|japanisch|koreanisch|arabisch|griechisch|schwedisch|dänisch|norwegisch|finnisch|latein",
    fr: "anglais|allemand|français|espagnol|russe|chinois|italien|portugais|néerlandais|polonais|turc|japonais|coréen|arabe|grec|suédois|latin",
    es: "inglés|alemán|francés|español|ruso|chino|italiano|portugués|polaco|turco|japonés|coreano|árabe|griego|sueco|latín",
    ru: "английск*|немецк*|французск*|испанск*|русск*|китайск*|итальянск*|португальск*|польск*|турецк*|японск*|корейск*|арабск*|греческ*|шведск*|латынь|латыни",
    zh: "英语|德语|法语|西班牙语|俄语|汉语|意大利语|葡萄牙语|波兰语|土耳其语|日语|韩语|阿拉伯语|希腊语|拉丁语",
  },

  /** How somebody gets about. */
  way: {
    en: "cycle|bike|bicycle|train|bus|tram|car|drive|walk|on foot|tube|underground|subway|ferry|scooter|motorbike",
    de: "rad|fahrrad|bahn|zug|bus|straßenbahn|tram|u-bahn|s-bahn|auto|zu fuß|roller|motorrad|fähre",
    fr: "vélo|train|bus|tram|métro|voiture|à pied|scooter|moto|ferry",
    es: "bici|bicicleta|tren|bus|autobús|tranvía|metro|coche|a pie|andando|moto|patinete",
    ru: "велосипед*|электричк*|поезд*|автобус*|трамва*|метро|машин*|пешком|самокат*|мотоцикл*",
    zh: "骑车|自行车|火车|公交|地铁|开车|走路|步行|电动车|摩托车|轮渡",
  },

  /** Of money, time and measure, and what every other sentence has. */
  idle: {
    en: "euro|euros|dollar|dollars|cents|month|monthly|week|weekly|day|daily|year|years|hour|hours|o'clock|morning|afternoon|evening|night|yesterday|today|tomorrow|time|times|put|take|takes|taking|get|gets|getting|got|give|gave|make|makes|made|go|goes|went|gone|come|comes|coming|have|been|being|called|named|they|they've|i've|we've|i'm|we're|old|only|just|already|still|also|last|next|since|lately|really|all|every|each|two of|there's|it's|am|pm|costs|cost|pay",
    de: "euro|cent|monat|monatlich|woche|wöchentlich|tag|täglich|jahr|jahre|stunde|uhr|morgens|nachmittags|abends|nachts|gestern|heute|morgen|mal|nehme|nehmen|nimmt|gehe|geht|gehen|ging|komme|kommt|kommen|mache|macht|machen|heißt|namens|habe|hat|haben|wurde|wurden|worden|jetzt|nun|inzwischen|mittlerweile|neuerdings|alt|nur|noch|schon|auch|letzte*|nächste*|seit|dieser|diese|lassen|kostet|bekommen|zu",
    fr: "euro|euros|mois|semaine|jour|jours|an|ans|année|heure|heures|matin|après-midi|soir|nuit|hier|aujourd'hui|demain|fois|prends|prend|vais|va|viens|vient|fais|fait|appelle|s'appelle|suis|est|sont|avons|maintenant|désormais|déjà|encore|aussi|dernière|dernier|prochain|depuis|cette|ces|temps|coûte|par|plus|très|on|mis|eu|d'*|l'*",
    es: "euro|euros|peso|pesos|mes|semana|día|días|año|años|hora|horas|mañana|tarde|noche|noches|tardes|ayer|hoy|vez|veces|tomo|voy|va|viene|vengo|hago|hace|llama|tengo|tiene|tenemos|ahora|ya|todavía|también|solo|sólo|pasado|pasada|próximo|desde|esta|este|últimamente|cuesta|muy|a partir de ahora|han|nos|me|puesto",
    ru: "рубль|рубля|рублей|тысяч*|евро|месяц*|неделя|неделе|неделю|недели|день|дня|дней|год|года|году|лет|час|часа|часов|утром|днём|вечером|ночью|вчера|сегодня|завтра|раз|зовут|есть|теперь|сейчас|уже|ещё|тоже|только|прошлой|прошлый|следующ*|этой|последнее|время|недавних|пор|стоит|хожу|езжу|иду|у меня|у нас",
    zh: "我们家|我们|我家|咱们|咱家|我的|我|你|他|她|每月|每天|每周|每年|一天|一周|一个月|个月|昨天|今天|明天|上周|下周|上个月|这周|最近|现在|目前|如今|已经|以后|从|起|把|了|的|是|在|也|都|又|和|跟|到|去|来|叫|有|没有|没|不|再|块钱|块|元|点钟|点|号|岁|只|个|条|杯|家|部|辆|台|一",
  },
} as const satisfies Readonly<Record<string, Phrases>>;
