/** The words by which an item outranks others when room is short, in more languages than the other tables. */
import type { Phrases } from "./phrase-index.js";

export const weightTables = {
  /** A person asks to remember it. */
  keeping: {
    en: "please remember|remember that|remember this|remember:|always remember|must remember|should remember|keep in mind|bear in mind|don't forget|do not forget|never forget|note that|take note|make a note|for the record|memorise|memorize|for future reference",
    de: "merk dir|merke dir|merk es dir|merkt euch|merken sie sich|vergiss nicht|vergesst nicht|vergessen sie nicht|nicht vergessen|denk daran|denk dran|denken sie daran|notier*|behalte im kopf|zur erinnerung",
    fr: "souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|n'oublie pas|n'oublie jamais|n'oubliez pas|retiens|retenez|garde en tête|gardez en tête|note que|notez que|note bien|mémorise*",
    es: "recuerda|recuerde|recuerden|acuérdate|acuerdate|no olvides|no te olvides|no olvide|no se olvide|ten en cuenta|tenga en cuenta|apunta|apunte|anota|anote|memoriza*",
    ru: "запомни|запомните|помни|помните|не забудь|не забудьте|не забывай|не забывайте|имей в виду|имейте в виду|учти|учтите|запиши|запишите",
    pt: "lembre|lembre-se|lembra-te|não esqueça|não te esqueças|não se esqueça|tenha em mente|anote|anota",
    it: "ricorda|ricordati|ricordi|si ricordi|non dimenticare|non dimenticarti|tieni presente|tenga presente|annota|segnati",
    ar: "تذكر|تذكري|تذكروا|تذكّر|وتذكر|لا تنس|لا تنسى|لا تنسي|احفظ|سجل عندك|ضع في اعتبارك",
    hi: "याद रखना|याद रखें|याद रखो|याद रखिए|मत भूलना|ध्यान रखना|ध्यान रखें",
    ko: "기억해*|기억하*|잊지 마*|명심*",
    zh: "记住|记下|牢记|记好|请记得|别忘|不要忘|记一下|記住|覚えて|覚えといて|忘れないで|忘れずに|記憶して|メモして",
  },

  /** Words for facts that harm a person if forgotten: illness, medicines, prohibitions, deadlines, limits of money. */
  hurtful: {
    en: "allerg*|anaphyla*|intoleran*|coeliac|celiac|diabet*|epilep*|asthma*|pacemaker|pregnan*|medication*|medicine*|tablets|pills|dose|doses|dosage|insulin|inhaler|epipen|poison*|toxic|blood type|blood thinner*|warfarin|aspirin|ibuprofen|paracetamol|*cillin|*statin|must not|mustn't|forbidden|deadline|overdue|expires|no later than|at the latest|at most|no more than|not more than|maximum|budget|can't afford|cannot afford|penny more|cent more|must never|should never|never ever|must always|should always|is due|are due|due on|due by|due date|can spend|don't spend|spend more than|spend at most|spend up to",
    de: "allerg*|unverträglich*|verträgt kein*|vertrage kein*|diabet*|epilep*|asthma*|herzschrittmacher|schwanger*|medikament*|tabletten|dosis|insulin|giftig*|blutgruppe|blutverdünner|verboten|darf nicht|dürfen nicht|darf kein*|frist|fällig|spätestens|läuft ab|höchstens|maximal|nicht mehr als|budget|keinen cent mehr|darf nie|dürfen nie|darf niemals|muss immer|müssen immer|mehr ausgeben",
    fr: "allerg*|intolér*|diabét*|épilep*|asthm*|enceinte|médicament*|comprimés|dose|insuline|toxique|poison|groupe sanguin|interdit*|échéance|au plus tard|expire|au maximum|au plus|pas plus de|budget|ne jamais|toujours … avant|dépenser plus",
    es: "alerg*|alérg*|intoleran*|celíac*|diabét*|diabet*|epilép*|asma|asmátic*|embarazada|medicamento*|medicina*|pastillas|dosis|insulina|tóxico|veneno*|grupo sanguíneo|prohibid*|plazo|vence|caduca|a más tardar|como máximo|como mucho|no más de|presupuesto|gastar más|no gastes",
    ru: "аллерг*|непереносим*|диабет*|эпилеп*|астм*|беремен*|лекарств*|таблет*|инсулин*|яд|ядовит*|группа крови|нельзя|запрещ*|срок*|дедлайн*|не позже|не позднее|истекает|максимум|не более|не больше|бюджет*|тратить|потратить|доза|дозу|дозы|дозировк*",
    pt: "alerg*|alérg*|intoleran*|diabét*|diabetes|epilep*|asma|grávida|remédio*|medicamento*|comprimidos|dose|insulina|proibid*|prazo|vence|no máximo|orçamento",
    it: "allerg*|intolleran*|diabet*|epiless*|asma|incinta|medicin*|farmac*|compresse|dose|insulina|vietat*|scadenza|scade|al massimo|non più di|budget",
    ar: "حساسية|الحساسية|حساسيه|حامل|السكري|سكري|الربو|ربو|الصرع|دواء|الدواء|أدوية|حبوب|جرعة|أنسولين|سام|ممنوع|يمنع|محظور|الموعد النهائي|موعد نهائي|ينتهي|كحد أقصى|على الأكثر|لا أكثر|ميزانية|الميزانية|ميزانيتي|ميزانيتنا",
    hi: "एलर्जी|मधुमेह|डायबिटीज|दमा|गर्भवती|दवा|दवाई|गोली|कभी नहीं|कभी मत|मना है|अंतिम तिथि|बजट",
    ko: "알레르기*|당뇨*|천식*|임신*|약을|인슐린*|절대*|금지*|마감*|예산*|최대",
    zh: "过敏|糖尿病|癫痫|哮喘|怀孕|孕妇|药|胰岛素|中毒|有毒|血型|绝不|不得|禁止|不许|不准|截止|期限|到期|最迟|最多|不超过|预算|アレルギー|糖尿病|喘息|妊娠|薬|絶対に|禁止|締め切り|締切|期限|予算|過敏",
  },
} satisfies Readonly<Record<string, Phrases>>;
