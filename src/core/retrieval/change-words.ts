/** Words that tell of a change, and the figures that change. */
const changes =
  /(?<![\p{L}\p{N}])(?:now|new|newly|recent(?:ly)?|just|updat(?:e|ed|ing)|chang(?:e|ed)|increas(?:e|ed|ing)|decreas(?:e|ed)|reduc(?:e|ed|ing)|extend(?:ed)?|adjust(?:ed)?|rais(?:e|ed)|lower(?:ed)?|mov(?:e|ed)|reschedul(?:e|ed)|postpon(?:e|ed)|shorten(?:ed)?|improv(?:e|ed)|reached|grown|instead|no longer|anymore|actually|switched|finalized|has been|jetzt|nun|neu(?:e[nrsm]?)?|kürzlich|inzwischen|mittlerweile|geändert|erhöht|gesenkt|verschoben|verlängert|doch|stattdessen|nicht mehr|maintenant|désormais|nouveau|nouvelle|récemment|changé|augmenté|réduit|reporté|prolongé|finalement|plutôt|ne plus|ahora|nuev[oa]s?|recientemente|cambi(?:é|ó|ado)|aument(?:é|ó|ado)|reduc(?:í|ido)|pospuest[oa]|ya no|en vez|finalmente|теперь|уже|нов(?:ый|ая|ое|ые|ого|ой|ую)|недавно|изменил\p{L}*|увеличил\p{L}*|уменьшил\p{L}*|перен[её]с\p{L}*|вместо|больше не)(?![\p{L}\p{N}])|现在|目前|最近|刚|改(?:成|到|为|了)|增加|减少|提高|推迟|提前|延长|不再|换(?:成|到|了)/iu;

/** Whether it tells that something is no longer as it was. */
export function holdsChange(text: string): boolean {
  return changes.test(text.slice(0, 2_000));
}

/** Whether it holds a number: an amount, a date, a time. */
export function holdsFigure(text: string): boolean {
  return /\p{N}/u.test(text.slice(0, 2_000));
}
