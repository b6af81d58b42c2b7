import type { AnswerLanguage } from "./answer-language.js";

export const italian: AnswerLanguage = {
  plainYes: "sì",
  yes: "certo|certo che sì|certamente|certissimo|d'accordo|sono d'accordo|volentieri|molto volentieri|con piacere|procedi|proceda|proceda pure|procedi pure|fallo|fallo pure|lo faccia|fai pure|faccia pure|vai|vai pure|ovviamente|assolutamente sì|sicuramente|naturalmente|confermo|confermato|approvato|approvo|senz'altro|affermativo|sì puoi|ovviamente sì|fallo per favore",
  aloneYes: "esatto|esattamente|giusto|proprio così|assolutamente|ovvio|sicuro|puoi|corretto",
  weakYes: "va bene|ok va bene|va bene dai|mi va bene|mi sta bene",
  no: "no|no grazie|per niente|per nulla|non ora|non adesso|non ancora|non oggi|meglio di no|meglio no|assolutamente no|certo che no|certamente no|ovviamente no|mai|mai e poi mai|in nessun caso|in nessun modo|niente affatto|nemmeno per sogno|neanche per sogno|non farlo|non lo faccia|non lo fare|non voglio|non lo voglio|non serve|non è necessario|non ce n'è bisogno|non c'è bisogno|preferisco di no|preferirei di no|mi rifiuto|rifiutato|per favore no|che no|neanche per idea|non sono d'accordo|sono contrario|sono contraria|negativo",
  lettingGo: "lascialo stare",
  neither:
    "sì e no|sì no|no sì|sì sì|certo certo|si si certo|ah sì|ah si|eh sì|ah certo|ah va bene|ah no|ma sì|ma no|ma certo|va bene così|va bene così grazie|va bene grazie|così va bene|sto bene così|sono a posto|a posto così|come vuoi|come no|se lo dici tu|no problem|nessun problema|non rifiuto|non mi rifiuto|non importa|perché no|non so|non lo so|boh|sì vabbè|vabbè|oh no",
  please: "per favore|per piacere|per cortesia",
  thanks: "grazie|grazie mille|mille grazie|molte grazie",
  sorry: "scusa|scusi|mi dispiace|scusami",
  praise: "bene|benissimo|molto bene|perfetto|ottimo|buona idea|prima",
  opening: "allora|beh",
  immediate: "adesso|subito|immediatamente|ora",
  strengthening: "certo che|assolutamente|certamente|sicuramente|ovviamente|naturalmente|proprio",
  negating: "no|non",
  forbidding: "non|per favore non",
  contrast: "ma|però",
  joining: "e",
  actually: "in realtà|anzi|ripensandoci",
  standIns: "lo|la|li|le|gli|quello|questo|tutto",
  small:
    "il|lo|la|i|gli|le|l|un|uno|una|di|del|della|dei|delle|a|al|alla|ai|alle|in|con|per|e|tutti|tutte|tutto|mio|mia|miei|mie|tuo|tua",
  verb: "first",
  accents: "optional",
  numbers:
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
  aroundNumber: "circa|più o meno|esattamente|solo|siamo|saremo|sono|diciamo",
};
