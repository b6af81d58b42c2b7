/** What people are one of at a time, by the words that tell it in the first person. */
import { isNegative } from "../../summary/rules/classify.js";
import { speaksOfSelf } from "./speaks-of-self.js";
import { turnCues } from "./turn-cues.js";

export type State = "home" | "work" | "name" | "study" | "status" | "diet";

const states: readonly (readonly [State, RegExp])[] = [
  [
    "home",
    /(?<![\p{L}])(?:live|living|moved (?:back |over |house |flat |away )?(?:in|to|into|from)|relocated|settled (?:down )?in|based in|wohne|wohnen|lebe|leben|(?:nach|in|zu|aufs) .*gezogen|umgezogen|eingezogen|übergesiedelt|habite|habitons|vis (?:à|en|dans|au)|vivons|déménag\p{L}+|emménag\p{L}+|installée?s? (?:à|en|au)|vivo|vivimos|(?:me|nos) (?:\p{L}+ )*mud\p{L}+|(?:me|nos) (?:\p{L}+ )*traslad\p{L}+|живу|жив[её]м|переехал[аи]?|перебрал(?:ся|ась|ись)|поселил(?:ся|ась|ись)|обосновал(?:ся|ась|ись))(?![\p{L}])|住|搬(?:到|去|来|进|家)|定居|迁到/iu,
  ],
  [
    "work",
    /(?<![\p{L}])(?:work|working|(?:switched|changed) jobs?|new job|(?:stelle|job|arbeit|firma) gewechselt|neue (?:stelle|arbeit)|neuen job|changé d[e'’]\s?(?:poste|travail|boulot|emploi|métier|boîte)|cambi(?:ado|é) de (?:trabajo|empleo|puesto|empresa)|(?:смени|поменя)л[аи]? работу|(?:got|took|have|found|started) a (?:new )?job|employed|hired|arbeite|arbeiten|angestellt|(?:job|stelle) bei|angefangen bei|bei .* angefangen|travaille|embauchée?|(?:poste|emploi) (?:chez|à|au)|trabajo (?:en|como|de|para)|contratad[oa]|empleo en|empecé (?:a trabajar )?en|работаю|тружусь|устроил(?:ся|ась)(?: на работу)?|взяли на работу)(?![\p{L}])|工作|上班|入职|就职|跳槽|在\p{sc=Han}{1,10}(?:当|做|任)(?!饭|天|时)\p{sc=Han}{2}/iu,
  ],
  ["name", /(?<![\p{L}])(?:I['’]m called|ich heiße|je m['’]appelle|me llamo|меня зовут)(?![\p{L}])|我叫/iu],
  [
    "study",
    /(?<![\p{L}])(?:study|studying|studiere|étudie|fais (?:mes|des) études|estudio|учусь)(?![\p{L}])|上大学|读大学|念书/iu,
  ],
  [
    "status",
    /(?<![\p{L}])(?:(?:am|i['’]m|are|we['’]re|got|been) (?:\p{L}+ )?(?:married|divorced|single|widowed|engaged(?! in)|separated)|verheiratet|geschieden|ledig|verwitwet|verlobt|geheiratet|scheiden lassen|getrennt|mariée?s?|divorcée?s?|célibataire|veuve?|fiancée?s?|séparée?s?|prometid[oa]s?|casad[oa]s?|casé|casamos|divorciad[oa]s?|divorcié|divorciamos|solter[oa]|viud[oa]|помолвлен\p{L}*|поженились|женат|замужем|замуж|женил(?:ся|ись)|развел(?:ся|ась|ись)|развёл(?:ся)?|развед[её]н\p{L}?|холост|вдов\p{L}+)(?![\p{L}])|结婚|离婚|单身|订婚/iu,
  ],
  [
    "diet",
    /(?<![\p{L}])(?:vegetarian|vegan|pescatarian|vegetarier(?:in)?|veganer(?:in)?|végétarien(?:ne)?|végane?|végétalien(?:ne)?|vegetarian[oa]|vegan[oa]|вегетариан\p{L}+|веган\p{L}*)(?![\p{L}])|吃素|素食/iu,
  ],
];

/** What was denied is a state no more; which one came instead is not told. */
export function readState(text: string): State | null {
  const clauses = text.split(/[,;，；]/u).filter((clause) => speaksOfSelf(clause) || introduces(clause));
  const told = clauses.filter((clause) => !isNegative(clause) && !isNotNow(clause));
  for (const [state, words] of states) if (told.some((clause) => words.test(clause))) return state;
  return null;
}

function isNotNow(clause: string): boolean {
  return [turnCues.left, turnCues.over, turnCues.unsure].some((cue) => cue.isIn(clause));
}

/** "Меня зовут", "me llamo". */
function introduces(clause: string): boolean {
  return /(?<![\p{L}])(?:me llamo|меня (?:зовут|взяли))(?![\p{L}])/iu.test(clause);
}
