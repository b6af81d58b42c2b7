import type { AnswerLanguage } from "./answer-language.js";

export const spanish: AnswerLanguage = {
  yes: "sí|claro|claro que sí|por supuesto|por supuesto que sí|de acuerdo|estoy de acuerdo|adelante|hazlo|hágalo|desde luego|desde luego que sí|con gusto|con mucho gusto|me parece bien|confirmo|confirmado|apruebo|aprobado|seguro que sí|sin duda|procede|afirmativo|sí puedes|sí quiero|autorizo|autorizado|dale|encantado|encantada",
  yesAlone: "correcto|exacto|exactamente|así es|eso es|cierto",
  weakYes: "vale|está bien|va bien",
  no: "no|claro que no|por supuesto que no|desde luego que no|ni hablar|ni loco|ni pensarlo|para nada|en absoluto|ahora no|todavía no|aún no|hoy no|mejor no|de ninguna manera|de ningún modo|en ningún caso|nunca|jamás|no lo hagas|no lo haga|no hagas eso|no quiero|no lo quiero|no hace falta|no es necesario|me niego|rechazado|seguro que no|absolutamente no|negativo|no estoy de acuerdo|estoy en contra",
  polite: "por favor|porfa",
  sorry: "perdón|lo siento|disculpa",
  thanks: "gracias|muchas gracias|mil gracias",
  actually: "en realidad|de hecho|pensándolo bien",
  turning: "no|nunca|jamás|nada|ningún|ninguna|ninguno|tampoco|sin|excepto|evitar|o|ya sea|luego|después",
  articles: "el|la|los|las|un|una|mi|mis|tu|tus",
  numbers:
    "cero|-|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|-|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte",
  besideNumber: "unos|unas|aproximadamente|exactamente|alrededor de|solo|sólo|somos|seremos|son|digamos|en total",
  places:
    "el primero/la primera/primero/primera|el segundo/la segunda|el tercero/la tercera/tercero/tercera|el cuarto/la cuarta/cuarto|el último/la última",
  besideOption: "el|la|los|las|lo|opción|número|quiero|prefiero|elijo|me quedo con|tomo",
  pointing: "eso|esto|lo|la última",
  doing: "hazlo|repite|envía|borra|muestra|cancela|otra vez|por favor",
};
