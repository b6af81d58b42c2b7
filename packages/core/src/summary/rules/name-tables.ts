/** Words that identify names and the German language. */
import type { Phrases } from "./phrase-index.js";

export const nameTables = {
  germanWords: {
    de: "der|die|das|und|ist|nicht|ich|wir|ein|eine|einen|mit|für|auf|zum|zur|habe|auch|im|dem|den",
  },

  days: {
    en: "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december",
    de: "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|juni|juli|oktober|dezember",
    fr: "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre",
    es: "lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
    ru: "понедельник*|вторник*|среду|среды|среде|четверг*|пятниц*|суббот*|воскресень*|январ*|феврал*|марта|апрел*|мая|июн*|июл*|август*|сентябр*|октябр*|ноябр*|декабр*",
    zh: "周一|周二|周三|周四|周五|周六|周日|星期一|星期二|星期三|星期四|星期五|星期六|星期日|星期天",
  },
} satisfies Readonly<Record<string, Phrases>>;
