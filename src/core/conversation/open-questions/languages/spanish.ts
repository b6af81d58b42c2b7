import type { AnswerLanguage } from "./answer-language.js";

export const spanish: AnswerLanguage = {
  plainYes: "sí",
  yes: "claro|claro que sí|por supuesto|por supuesto que sí|de acuerdo|estoy de acuerdo|adelante|hazlo|hágalo|desde luego|desde luego que sí|con gusto|con mucho gusto|me parece bien|confirmo|confirmado|apruebo|aprobado|seguro que sí|sin duda|procede|proceda|afirmativo|sí puedes|sí quiero|por favor hazlo|hazlo por favor|te autorizo|autorizo|autorizado|absolutamente sí|dale|encantado|encantada",
  aloneYes:
    "correcto|exacto|exactamente|así es|eso es|cierto|órale|perfecto adelante|obvio|sí quiero|absolutamente|sale",
  weakYes: "vale|está bien|va bien|bueno vale|okey|oki",
  no: "no|no gracias|que no|claro que no|por supuesto que no|desde luego que no|ni hablar|ni loco|ni loca|ni de broma|ni pensarlo|para nada|en absoluto|ahora no|todavía no|aún no|hoy no|mejor no|de ninguna manera|de ningún modo|en ningún caso|bajo ningún concepto|nunca|jamás|nunca jamás|no lo hagas|no lo haga|no hagas eso|no quiero|no lo quiero|no quiero eso|no hace falta|no es necesario|no hay necesidad|me niego|rechazado|por favor no|seguro que no|absolutamente no|negativo|no estoy de acuerdo|estoy en contra",
  lettingGo: "déjalo así|déjalo estar",
  neither:
    "sí y no|si no|no sí|sí no|sí sí|sí sí claro|claro claro|ah sí|ah vale|ah claro|vale vale|vale ya|ya vale|ya está bien|ya está|venga|venga ya|venga vale|ya claro|ya sí|sí ya|sí claro hombre|sí hombre|está bien así|así está bien|como quieras|como tú quieras|lo que digas|lo que quieras|si quieres|si tú lo dices|que sí|que sí que sí|no rechazo|no me niego|no me opongo|no lo niego|no hay problema|no pasa nada|no importa|por qué no|no sé|ni idea|no estoy seguro|no estoy segura|ay no|ay sí|oh no|bueno sí|bueno bueno|seguro",
  please: "por favor|porfa|porfavor",
  thanks: "gracias|muchas gracias|mil gracias",
  sorry: "perdón|lo siento|disculpa|disculpe|perdona",
  praise: "bien|muy bien|perfecto|genial|estupendo|buena idea|excelente|bueno",
  opening: "pues|eh",
  immediate: "ahora|ahora mismo|enseguida|inmediatamente|ya mismo",
  strengthening:
    "claro que|por supuesto que|desde luego que|absolutamente|definitivamente|seguro que|ciertamente|obviamente",
  negating: "no",
  forbidding: "no|por favor no",
  contrast: "pero",
  joining: "y",
  actually: "en realidad|de hecho|pensándolo bien",
  standIns: "lo|la|los|las|eso|esto|esos|todo",
  small: "el|la|los|las|lo|un|una|unos|unas|de|del|a|al|en|con|por|para|y|todos|todas|todo|toda|mi|mis|tu|tus|su|sus",
  verb: "first",
  accents: "optional",
  numbers:
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
  aroundNumber: "unos|unas|aproximadamente|exactamente|alrededor de|solo|sólo|somos|seremos|son|digamos|más o menos",
};
