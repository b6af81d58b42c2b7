/** The words by which people say that something has ended, has begun again, or is otherwise than they said. See `Phrases` for the signs. */
import type { Phrases } from "../../summary/rules/phrase-index.js";

export const turnTables = {
  /** What held holds no more. */
  over: {
    en: "any more|anymore|any longer|no longer|used to|stopped *ing|quit|gave up|given up",
    de: "nicht mehr|nicht länger|aufgehört|aufgegeben|abgewöhnt|nie wieder|nie mehr",
    fr: "arrêté de|cessé de|renoncé à|abandonné|plus jamais",
    es: "ya no|dejé de|dejamos de|he dejado de|hemos dejado de|abandoné|renuncié a",
    ru: "больше не|больше нет|уже не|уже нет|бросил|бросила|бросили|перестал|перестала|перестали|отказался от|отказалась от|отказались от|завязал с|завязала с",
    zh: "不再|已经不|再也不|已经没有|再也没有|已经没|戒了|戒掉|放弃了|早就不|早就没",
  },

  /** The same, around what is meant. */
  overAround: {
    en: "never … again|not … any more|don't … any more",
    de: "kein … mehr|keine … mehr|keinen … mehr|keiner … mehr|keinerlei … mehr|nicht … mehr",
    fr: "ne … plus|n'ai … plus|n'* plus|n'avons … plus",
    es: "no … más",
    ru: "не … больше|нет … больше",
  },

  /** What was denied holds again. */
  again: {
    en: "again|once more|back to|went back|gone back|started",
    de: "wieder|erneut|aufs neue|angefangen|begonnen",
    fr: "à nouveau|de nouveau|encore une fois|me suis remis|me suis remise|recommencé|repris|me remets",
    es: "otra vez|de nuevo|nuevamente|vuelvo a|volvemos a|he vuelto a|hemos vuelto a|volví a|volvimos a|empecé a",
    ru: "снова|опять|вновь|начал|начала|начали|вернулся к|вернулась к|стал|стала",
    zh: "又|重新|再次|开始",
  },

  /** It was never as it was said. */
  found: {
    en: "after all|turns out|turned out|it seems|it appears|apparently",
    de: "doch nicht|doch kein|doch keine|doch keinen|stellt sich heraus|herausgestellt|offenbar|anscheinend",
    fr: "finalement|en fin de compte|il s'avère|il se trouve|apparemment|en réalité",
    es: "resulta que|resultó que|al final|por lo visto|después de todo|al parecer",
    ru: "оказалось|оказывается|выяснилось|всё-таки|все-таки|как выяснилось|видимо",
    zh: "原来|其实|结果发现|后来发现|查出来|并不|竟然",
  },

  /** Takes leave of a work, a school or a place. */
  left: {
    en: "quit|left|resigned from|resigned|leaving behind|dropped out of|was laid off from|was laid off|got fired from|got fired|was fired from|moved away from|moved out of|retired from|parted ways with|handed in my notice at|finished at|finished with",
    de: "gekündigt|verlassen|aufgehört|ausgestiegen|ausgeschieden|weggezogen|ausgezogen|entlassen worden|entlassen|abgebrochen|weggegangen|nicht mehr",
    fr: "quitté|démissionné|parti de|partie de|partis de|licencié|licenciée|abandonné|arrêté",
    es: "dejé|dejamos|he dejado|hemos dejado|me fui de|nos fuimos de|me he ido de|renuncié a|renuncié|me despidieron de|me han despedido de|abandoné|me marché de|he salido de|salí de",
    ru: "уволился|уволилась|уволились|ушёл|ушел|ушла|ушли|уехал|уехала|уехали|съехал|съехала|съехали|бросил|бросила|меня уволили|покинул|покинула",
    zh: "辞职|辞掉|辞了|离职|离开|退学|搬出|搬离|搬走|被裁|跳槽",
  },

  /** Parts from a thing or somebody. */
  parted: {
    en: "sold|gave away|given away|got rid of|cancelled|canceled|scrapped|broke up with|split up with|split from|gave up|threw out|threw away|lost|swapped|traded in|traded|replaced|gave up|dropped|dropped out of|quit|unsubscribed from|withdrew from|packed in|packed it in|resigned from|signed off from|handed back|gave back|got out of|stopped going to|finished with|done with|switched from|changed from|moved on from",
    de: "verkauft|weggegeben|abgegeben|verschenkt|gekündigt|abgemeldet|getrennt|weggeworfen|abgeschafft|eingetauscht|ausgetauscht|verloren|ersetzt|abbestellt|aufgegeben|aufgelöst|abgebrochen|ausgetreten|hingeschmissen|geschmissen|hingeworfen|beendet|abgesetzt|eingestellt|zurückgegeben|verabschiedet von|an den nagel gehängt|sein lassen|bleiben lassen|abgewöhnt|ausgestiegen|auslaufen lassen|storniert|umgestiegen|gewechselt von",
    fr: "vendu|donné|arrêté|résilié|annulé|rompu avec|séparé de|séparée de|jeté|perdu|échangé|remplacé|débarrassé de|débarrassée de|abandonné|laissé tomber|lâché|rendu|quitté|désabonné*|désinscrit*|mis fin à|renoncé à|démissionné de|décroché de|fini|terminé|passé d*",
    es: "vendí|vendimos|he vendido|hemos vendido|regalé|regalamos|he regalado|cancelé|cancelamos|he cancelado|rompí con|he roto con|me separé de|tiré|perdí|cambié|he cambiado|he dejado|dejé|me deshice de|di de baja|me di de baja de|abandonado|he abandonado|hemos dejado|dejamos|me he borrado de|borrado de|me he dado de baja de|nos hemos dado de baja de|he colgado|renunciado a|me he salido de|me salí de|he devuelto|hemos devuelto|he terminado|terminé|acabé|pasado de",
    ru: "продал|продала|продали|отдал|отдала|отдали|подарил|подарила|отменил|отменила|расстался с|расстался со|рассталась с|рассталась со|выбросил|выбросила|потерял|потеряла|обменял|обменяла|поменял|поменяла|сменил|сменила|бросил|бросила|заменил|заменила|избавился от|избавилась от|закрыл|закрыла|забросил|забросила|забросили|бросили|отказался от|отказалась от|отказались от|вышел из|вышла из|вышли из|ушёл из|ушел из|ушла из|отписался от|отписалась от|отменили|прекратил|прекратила|прекратили|завершил|завершила|дочитал|дочитала|сдали|расторг*|сменили|перешёл с|перешла с|перешел с",
    zh: "卖了|卖掉|送人|取消了|退了|分手|扔了|扔掉|丢了|换掉|换成|注销|退掉|处理掉|退出|退订|停了|停掉|不租了|弃了|放弃|辞掉|看完|读完|退会|退课|断了",
  },

  /** Something or somebody is there no more, by itself. */
  gone: {
    en: "retired|has retired|died|has died|passed away|closed down|has closed|shut down|closed for good|moved away|is no more|went out of business|went bankrupt|ran away|broke down for good",
    de: "in rente|im ruhestand|gestorben|verstorben|hat geschlossen|hat zugemacht|pleite|weggezogen|weggelaufen|eingegangen|aufgehört|gibt es nicht mehr|pensioniert|dichtgemacht|verkauft worden",
    fr: "pris sa retraite|à la retraite|est mort|est morte|décédé|décédée|a fermé|fermé définitivement|fait faillite|a déménagé|n'existe plus",
    es: "se jubiló|se ha jubilado|murió|ha muerto|falleció|ha fallecido|cerró|ha cerrado|quebró|se mudó|ya no existe",
    ru: "на пенсию|на пенсии|умер|умерла|скончался|скончалась|закрылся|закрылась|закрылось|закрыли|обанкротил*|переехал|переехала|уехал|уехала|больше нет|сбежал|сбежала|убежал|убежала",
    zh: "退休|去世|过世|死了|关门|倒闭|搬走|停业|跑丢|走丢|不在了",
  },

  /** Moves something from one value to another. */
  shifted: {
    en: "moved|has been moved|was moved|has moved|rescheduled|has been changed|was changed|changed|switched|postponed|brought forward|transferred|renamed",
    de: "verschoben|verlegt|vorverlegt|geändert|umgelegt|umgestellt|umbenannt|versetzt|gewechselt|umgezogen",
    fr: "déplacé|déplacée|reporté|reportée|avancé|avancée|changé|modifié|transféré|renommé|décalé|décalée",
    es: "movido|movida|movieron|moví|cambiado|cambiada|cambiaron|cambié|aplazado|aplazada|adelantado|adelantada|pasado|pasada|pasó|trasladado|trasladada|trasladaron",
    ru: "перенесли|перенёс|перенес|перенесла|перенесён|перенесен|перенесена|перенесено|перевели|изменили|поменяли|передвинули|сдвинули|переименовали|переставили|переехал|переехала|сменился|сменилась|сменилось|поменялся|поменялась|поменялось|изменился|изменилась|изменилось",
    zh: "改到|挪到|移到|调到|换到|推迟到|提前到|改在|改成|改为|换成",
  },

  /** Says that something has become otherwise: it began, ended, rose, fell, was moved, or was taken up instead. */
  became: {
    en: "turned|started|starting|began|begun|taken up|took up|gone up|went up|goes up|gone down|went down|moved|moving|move to|put … up|put … down|raised|rose|risen|lowered|reduced|increased|doubled|halved|cut down|cut back|down to|up to|promoted|switched|changed|replaced|swapped|exchanged|became|become|becomes|grown|transferred|pushed to|pushed back|put back|brought forward|postponed|delayed to|rescheduled|finished|bought|joined|lately|recently|since|as of|another|different|third|upgraded|renamed|handed over|taken over|took over|takes over|retired|graduated|new|got a|got an|went back|gone back|cut … short|dyed|painted|repainted|rather than|not … but",
    de: "geworden|angefangen|begonnen|gezogen|umgezogen|gewechselt|umgestellt|umgestiegen|aufgestiegen|aufgerückt|versetzt|befördert|gestiegen|gesunken|erhöht|gesenkt|angehoben|reduziert|verdoppelt|halbiert|verschoben|verlegt|vorverlegt|gelegt|gestellt|geräumt|gekommen|gerutscht|gewachsen|ersetzt|getauscht|ausgetauscht|übernommen|übernimmt|gekauft|zugelegt|angeschafft|nur noch|neuerdings|seit|seit kurzem|in letzter zeit|zuletzt|dritte*|neue*|anderer|andere|anderen|anderes|durch|fertig|beendet|schneiden lassen|umbenannt|in die … klasse|gefärbt|gestrichen|eingeschult",
    fr: "passé*|changé*|commencé*|déménagé*|parti|partie|partis|monté*|descendu*|augmenté*|baissé*|réduit*|doublé*|déplacé*|décalé*|reporté*|avancé*|repoussé*|remplacé*|échangé*|devenu*|entré*|muté*|promu*|repris|acheté*|inscrit*|mis|mise|rangé*|plus que|plus qu'*|ces derniers temps|depuis|dernièrement|récemment|nouveau|nouvel|nouvelle|autre|troisième|fini|terminé*|couper|coupé*|grandi|pris sa|eu * ans|teint*|repeint*",
    es: "pasado|pasó|pasamos|pasa a|cambi*|empezado|empecé|empezó|empezamos|comenzado|mudado|mudó|mudamos|mudé|ido a|fue a|subido|subió|sube a|bajado|bajó|baja a|aumentado|aumentó|reducido|duplicado|movido|movió|trasladado|trasladó|retrasado|retrasó|adelantado|adelantó|aplazado|aplazó|reemplazado|sustituido|convertido|ascendido|ascendió|entrado en|cumplió|ha cumplido|comprado|compré|compramos|apuntado|apunté|puesto|solo|sólo|últimamente|desde|recientemente|nuevo|nueva|otro|otra|tercer|tercera|terminado|terminé|acabado|cortado|corté|teñido|pintado|vendrá|vendrán",
    ru: "стал|стала|стало|стали|исполнилось|начал|начала|начали|начался|начинаю|пошёл|пошел|пошла|пошли|перешёл|перешел|перешла|перешли|перевели|перевёл|перевелся|перевёлся|перевелась|переехал|переехала|переехали|перебрал*|переложил*|перенесли|перенёс|перенес|перенесла|передвинули|сдвинули|подняли|поднял*|повысили|снизили|вырос|выросла|выросло|выросли|подорожал*|подешевел*|увеличил*|уменьшил*|похудел|похудела|поправился|поправилась|сменил*|поменял*|заменил*|купил|купила|купили|завёл|завел|завела|завели|появился|появилась|появилось|появились|записался|записалась|в последнее время|с недавних пор|недавно|с прошл*|новый|новая|новое|новую|новые|другой|другая|другую|другое|третий|третья|третье|дочитал|дочитала|закончил|закончила|подстриг*|покрасил*|только|взамен",
    zh: "改到|改成|改为|改在|改了|换成|换到|换了|换工作|变成|升到|升上|升了|升为|升|涨到|涨了|涨|降到|降了|减到|减了|瘦到|胖到|搬到|搬去|搬进|搬家|推迟到|提前到|挪到|移到|调到|调去|放到|转到|转去|成了|满了|满|开始|买了|新的|新|另一|第三|最近|现在|目前|只喝|只吃|看完|读完|剪短|剪了|染|上周起|以后|如今",
  },

  /** Thinks of it, fears it, plans it, hears of it: it has not happened. */
  unsure: {
    en: "might|i may|we may|he may|she may|they may|it may|maybe|perhaps|thinking of|thinking about|considering|plan to|planning to|want to|wants|wanted to|would like|would|could|am going to|i'm going to|we're going to|are going to|is going to|was going to|will|i'll|we'll|should|shall|almost|nearly|dreamt|dreamed|wish|hope|hoping|afraid|if|unless|whether|suppose|imagine|pretend|when i was|years ago|as a child|back then|i once|we once|once i|once we|once upon|heard|read that|wonder|don't know|not sure|in case|probably|told me to|asked me to|not yet|haven't|hasn't",
    de: "vielleicht|eventuell|überlege|überlegt|denke darüber nach|will|wollte|möchte|würde|könnte|werde|werden|sollte|soll|fast|beinahe|geträumt|wünschte|hoffe|fürchte|wenn|falls|ob|angenommen|als kind|damals|früher mal|einmal|gehört|gelesen|frage mich|weiß nicht|wahrscheinlich|noch nicht|plane|vorhabe",
    fr: "peut-être|pense à|penser à|envisage|veux|voulais|voudrais|aimerais|pourrais|pourrait|devrais|dois|presque|failli|rêvé|espère|peur|si|au cas où|supposons|imagine|quand j'étais|à l'époque|autrefois|entendu|lu que|me demande|ne sais pas|probablement|pas encore",
    es: "quizá|quizás|tal vez|a lo mejor|pienso|pensando en|quiero|quería|quisiera|gustaría|podría|debería|debo|casi|soñé|ojalá|espero|miedo|si|por si|supongamos|imagina|cuando era|de niño|de niña|antes era|antes tenía|antes vivía|antes iba|antes me|antes yo|oído|leído|me pregunto|no sé|probablemente|todavía no|aún no",
    ru: "может быть|может|возможно|наверное|думаю|подумываю|хочу|хотел|хотела|хотим|бы|собираюсь|собираемся|планирую|буду|будем|должен|должна|стоит ли|чуть не|едва не|почти|приснилось|снилось|надеюсь|боюсь|если|допустим|представь|в детстве|когда-то|раньше|слышал|слышала|читал|читала|не знаю|вероятно|ещё не|еще не|ли",
    zh: "也许|可能|大概|或许|想要|打算|考虑|想着|我想|应该|要不要|差点|几乎|梦见|希望|但愿|担心|如果|要是|假如|假设|万一|小时候|以前|当年|听说|不知道|会不会|还没|准备|该不该|即将|将要",
  },

  /** Words that carry no matter of their own in such a sentence. */
  grammar: {
    en: "not|don't|doesn't|didn't|isn't|aren't|am|i'm|i've|we're|we've|have|had|been|being|got|get|go|going|do|only|anything|all|just|really|actually|now|currently|since|last|week|month|year|yesterday|today|recently|finally|already|has|still|out|back|it|my|our|with|there|some|any|every|day|decided to|decided|night|morning|evening|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday",
    de: "nicht|kein|keine|keinen|keiner|keinem|mehr|wieder|jetzt|nun|inzwischen|seit|gestern|heute|letzte|letzten|letzter|woche|monat|jahr|bin|habe|hab|haben|sind|war|gar|leider|endlich|schon|mein|meine|meinen|meinem|meiner|unser|unsere|unseren|uns|mir|mich|und|doch|dort|da|von|bei|nacht|abend|morgen|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|frühling|sommer|herbst|winter",
    fr: "ne|n'ai|n'avons|n'a|n'est|plus|pas|maintenant|depuis|hier|aujourd'hui|semaine|mois|année|dernier|dernière|suis|ai|j'ai|avons|sommes|enfin|déjà|mon|ma|mes|notre|nos|et|là|chez|d'*|nuit|soir|matin|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|printemps|été|automne|hiver",
    es: "no|ya|más|ahora|desde|ayer|hoy|semana|mes|año|pasado|pasada|he|hemos|estoy|soy|tengo|tenemos|por fin|mi|mis|nuestro|nuestra|y|allí|ahí|me|nos|lo|la|noche|tarde|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|primavera|verano|otoño|invierno",
    ru: "не|нет|больше|уже|теперь|сейчас|вчера|сегодня|недавно|неделе|месяце|году|прошлой|прошлом|я|мы|у меня|у нас|меня|нас|мой|моя|моё|мои|мою|моего|моей|наш|наша|наше|нашу|свой|свою|своего|своей|и|там|тут|наконец|есть|из|от|с|со|ночью|вечером|утром|январе|феврале|марте|апреле|мае|июне|июле|августе|сентябре|октябре|ноябре|декабре|весной|летом|осенью|зимой",
    zh: "我们家|我们|我家|咱们|咱家|我的|我|从|把|现在|已经|昨天|今天|上个月|上周|去年|最近|终于|了|有|没有|没|不|再|又|开始|一只|一个|一条|一辆|一台|只|个|条|辆|台|的|是|在|也|都|对|跟|和|吧|啊",
  },

  /** Numbers of things. */
  number: {
    en: "only|one|two|three|four|five|six|seven|eight|nine|ten|a|an",
    de: "nur|noch|ein|eine|einen|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn",
    fr: "que|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|seulement",
    es: "solo|sólo|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez",
    ru: "только|один|одна|одно|два|две|двое|три|трое|четыре|пять|шесть|семь|восемь|девять|десять",
    zh: "只|一|两|二|三|四|五|六|七|八|九|十|只有|就",
  },

  /** Asks that something be remembered no more. */
  forget: {
    en: "forget|please forget|you can forget|you may forget|you should forget|just forget|delete|please delete|erase|please erase|don't remember|do not remember|please don't remember|stop remembering|please stop remembering|you needn't remember|i don't want you to remember|remove",
    de: "vergiss|bitte vergiss|du kannst … vergessen|kannst … vergessen|lösche|lösch|bitte lösche|bitte lösch|streiche|streich|merk dir nicht|merke dir nicht|entferne|bitte entferne",
    fr: "oublie|oubliez|efface|supprime|tu peux oublier|s'il te plaît oublie|ne retiens pas|ne retiens plus|enlève|retire de ta mémoire",
    es: "olvida|olvídate de|olvídate|borra|elimina|puedes olvidar|puedes olvidarte de|por favor olvida|por favor, olvida|no recuerdes|ya no recuerdes|quita|elimina de tu memoria",
    ru: "забудь|забудьте|забудь про|забудь о|удали|сотри|можешь забыть|пожалуйста, забудь|не запоминай|больше не помни|убери",
    zh: "忘掉|忘记|请忘掉|请忘记|删掉|删除|你可以忘掉|可以忘掉|不要记住|不要记|别记|别记住",
  },
} as const satisfies Readonly<Record<string, Phrases>>;
