/** Words around codes and passwords that people tell each other: one row for each language, and one for what several share. */

export interface TellingWords {
  /** Means a number that opens something, or a lock that has one. */
  readonly sure: string;
  /** Has a lock, and many other numbers. */
  readonly thing: string;
  /** A code of any sort. */
  readonly code: string;
  /** For what somebody gets a code, and how. */
  readonly purpose: string;
  /** Things that a person logs in to, opens or joins with a password. */
  readonly access: string;
  /** Right before a value: it is the one. */
  readonly states: string;
  /** Right before a value: it opens something. */
  readonly opens: string;
  /** Right after a value: what it is for. */
  readonly after: string;
  /** May follow a code; other words after a number are what it counts. */
  readonly next: string;
  /** Right before a number that is no code. */
  readonly numbers: string;
  /** Before "code": anybody may know it. */
  readonly open: string;
  /** Digits, as they are said. */
  readonly digits: string;
}

export const languages: readonly TellingWords[] = [
  {
    sure: "(?:door|gate|entry|garage|alarm|access|building|locker|safe|shed) codes?|pins?|pin[ -]?(?:code|number)s?|pass ?codes?|combo|combination|otp|2fa|mfa|puk|cv[vc]2?|padlocks?|(?:bike|bicycle|cable|suitcase|screen|parental)(?:['’]s)?[ -]lock|u lock|u-lock|lock ?box|lock ?screen|key ?(?:safe|box)|keypad|passcodes?|(?:luggage|suitcase|bike|gym) locks?|digicode|one[- ]?time (?:code|pass\\w*)|disarm|security code|voicemail|lock code|bank (?:just )?(?:sent|texted)|(?:number|code|digits) (?:from|in) (?:the|your) app",
    thing:
      "doors?|gates?|garage|safe|vault|alarm|lockers?|lock|shed|buzzer|intercom|elevator|lift|barrier|suitcase|briefcase|storage unit|entrance|lobby|unlocks?|toilet|bathroom|cash box|parcel box|siren|get in(?:to)?|let yourself in|building entry|verif(?:y|ying|ication)|authenticator|sms|texted|the text|two[- ]?factor|six digits|confirm the \\w+|approval number|mail ?box|letter ?box|cabin|cottage|caravan|strong ?box|turnstile|drawer|stairwell|deadbolt|panel|keyless|(?:at|on|into) the pad|screen ?time|parcel locker|opens? (?:it |up )?with|opened with",
    code: "codes?|(?:numbers|digits) (?:are|is)|entry number|approval number|(?:three|four|five|six|eight|[34568])[ -]digits?",
    purpose:
      "guard|log ?ins?|log(?:ging|ged)? in(?:to)?|sign ?in|verif\\w+|confirm|approv\\w+|sms|texted|the text|texts?|sent|bank|banking|authenticat\\w+|two[- ]?factor|second factor|transfer|debit|credit|visa|mastercard|sim|expire[sd]?|your|my|card|atm|tan|whatsapp|telegram|google|email|six digits|four digits|access|enter",
    access:
      "wi-?fi|wlan|wireless|network|ssid|hotspot|router|vpn|log ?in|log(?:ged|s)? (?:in|on)(?:to)?|sign(?:ed|s)? in|nas|printer|laptop|netflix|spotify|hulu|disney|keepass|bitwarden|1password|lastpass|streaming|zip|pdf|archive|creds|credentials|admin|encrypted|unlock|staging|guest network|account|synology|qnap|fritz!?box|nextcloud|icloud|gmail|outlook|paypal|ebay|apple id|instagram|facebook|ssh",
    states:
      "is|are|was|it['’]s|be|is now|still|that’s|that's|is at|says|got|get|came|texted|shows|probably|might be|must be|should be|set (?:to|at)|set it to|changed? (?:it )?to|changed to|is still|still on|went from \\S+ to|shows?|reads|equals|goes|has|had|says? it['’]s|asks? for|wants?|takes?|needs?|use|used|using|uses|try|with|enter|entered|put|put it back to|back to|remember|go with|called|to|at the \\S+|goes by|then|or|and|not|chose|picked|at|on|so|received|sent(?: me)?|saying|i think,?",
    opens:
      "opens? (?:with|on|at|to|by)|unlocks? with|(?:punch|type|key|dial|put|tap)(?:ing|ed)? in|dial|press|punch|type|tap|key in|enter|open it with|disarm (?:it )?with|dials to|off with|log in with|(?:dis)?arm (?:it |the alarm )?with|read out|sign in (?:with|using)|(?:get|gets you|let yourself|letting yourself|you) in with|(?:opened|unlocks?|unlocked|disarmed|open it|unlock it|turned off) (?:with|using|by|on)|hit|works with|comes off with|(?:turns?|shuts?|switch\\w*) (?:it )?off with|reset to|set it to|is set to",
    after:
      "(?:(?:that|it|this)['’]s|this is|that is|is) (?:the|your|my|our|a|his|her|for)|for (?:the|my|our|your)|opens|gets you|to (?:log|sign|verify|unlock|get|open|confirm|restore|enter)|works|unlocks|into the|at the|does the trick|in the box|is what i use|is how i|as (?:the|my|our|your|a)",
    next: "and|or|then|okay?|to|for|at|is|was|now|on|in|into|but|after|before|followed|btw|fyi|thanks|today|please|pls|until|till|if|when|with|i think|again|also|too|not|so|that|as|from|it|you|your|by|gets|opens|works|will|should|right|quick|twice|has|which|ends|upstairs|downstairs|off|of the|within|while|once|because|since|just|again|instead|via|through|as|this|there|here|like|without|every time|comes|came|arrived|expires|sent|used|entered|accepted|we|they|i|my|the|still",
    numbers:
      "room|rooms?|gpio pins?|apartment|flat|number|no|nr|order|invoice|ticket|issue|pr|line|lines|ports?|page|chapter|flight|model|version|year|in(?!:)|since|from|until|channel|ids?|street|bus|size|over|about|around|approximately|than|least|up to|only|costs?|weighs|ends in|ending|fee|count|built in|after|took|every|per|within|for|phone|tel|fax|call|dated|article|art|sku|part",
    open: "error|status|exit|zip|post(?:al)?|area|country|source|https?|response|return|product|item|promo|discount|coupon|voucher|qr|bar|colou?r|hex|char|language|currency|reason|dress|tax|tracking|order|event|op|byte|vin|icd|hs|sic|naics|swift|sort|airport|station|train|flight|offset|line|point|postal est|building|key|scan|machine|native|unicode|welcome|gift|referral|course",
    digits:
      "zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|double|triple",
  },
  {
    sure: "(?:karten|sim-?|handy-?|bank-?|ec-?|(?:telefon)?banking-?)pins?|pin-?codes?|geheimzahl|(?:einmal|sicherheits|bestätigungs)(?:passwort|kennwort|zahl)|mtan|tan|puk|\\p{L}*zahlenschloss|(?:fahrrad|vorhänge|bügel|ketten|koffer)schloss|schlüssel(?:safe|kasten|tresor|box)|\\p{L}{0,12}tresor|türcode|tastenfeld|prüfziffer|\\p{L}{0,14}kombination|kombi|bank hat mir|freigabenummer|alarmcode|abholcode",
    thing:
      "\\p{L}{0,12}t(?:ü|ue)r(?:e|en)?|\\p{L}{0,9}(?<![aciu]|ances|mo|rs)tor(?:e|es)?|garage\\p{L}{0,6}|safe|alarm(?:anlage)?|spind|\\p{L}{0,12}schloss|schuppen|\\p{L}{0,12}keller|schranke|koffer|klo|toilette|handy|packstation|aufzug|eingang|pforte|entsperr\\p{L}*|authenticator|per sms|zum bestätigen|verifizier\\p{L}*|freigeben|anzumelden|einzuloggen|ec-karte|öffnet (?:sich )?mit|schließfach|briefkasten|wohnwagen|ferienwohnung|treppenhaus|wallbox|hütte|laube|sim-?karte|bildschirmzeit|reinwill\\p{L}*|reinkomm\\p{L}*|reinzukommen",
    code: "\\p{L}{0,14}(?<!\\bde|\\ben|uni|trans|bar)codes?|zahlen sind|nummer für|(?:drei|vier|fünf|sechs)stellig\\p{L}*",
    purpose:
      "bestätig\\p{L}*|anmeld\\p{L}*|einlogg\\p{L}*|zugang\\p{L}*|sicherheits\\p{L}*|überweisung|bank|karte|konto|ec-karte|authenticator|dein|ihr|mein|geschickt|bekommen|per sms|abgelaufen|gültig|einmal\\p{L}*",
    access:
      "wlan|netzwerk|drucker|rechner|zugang|zugangsdaten|anmelden|einlogg?en|eingeloggt|onlinebanking|logge? mich|melde mich|meld(?:e|et)? dich|hotspot|gäste|\\p{L}{0,12}konto|postfach",
    states:
      "ist|ist jetzt|ist es(?: die| der)?|sind|war|lautet|heißt|hieß|steht|hat|haben|auf|mit|nimm|nehmen|genommen|jetzt|müsste|will|gerade|als|wäre|bei|und|oder|(?:fürs?|vom|von|der|die|das|den)? ?(?:vorne|hinten|unten|oben)|merk dir|die ist|ist auf|nein|dann|nun|lautet nun|immer noch|also|nämlich|und zwar|doch|heute|nehme ich|benutze ich|verwende ich|bekommen|erhalten|habe|habe ich|kam|schlüssel|mir|schickte(?: mir)?|diktiere|einfach|glaub(?:e ich)?,?",
    opens:
      "entsperr\\p{L}* (?:\\p{L}+ )?mit|(?:geht|gehen|öffnet|auf|aus|rein \\S+ \\S+|schaltest \\p{L}+) mit|(?:kommst|kommt|komm) (?:du|man|ihr) (?:\\p{L}+ ){0,2}mit|(?:brauchst|nimmst|tippst|drückst|wählst|gibst) du|musst du|öffne(?:n|t sich)? mit|aufgeht mit|rein mit|entsperren mit|ausschalten mit|wenn (?:du|man|ihr)|eingestellt auf|steht auf|gestellt auf|ausgeht mit|nimm|tippe?|drücke?|wähle?|gib|eingeben|stell",
    after:
      "ausgeht|aufgeht|angeht|(?:das )?ist (?:dein|ihr|mein|das|der|die|unser|für)|ein|eingeben|eintippen|einstellen|fürs?|für (?:den|die|das)|zum|zur|auf|aus|geht|am|drücken|wählen|benutze ich|nehme ich|verwende ich|per sms|als|logge ich|melde ich",
    next: "und|oder|dann|danach|ist|war|ein|eintippen|eingeben|einstellen|drücken|wählen|aus|auf|für|fürs|zum|zur|am|im|in|falls|wenn|kam|an|gestellt|geht|steht|hinten|vorne|bitte|jetzt|nicht|gültig|ändern|genommen|geändert|per|als|vor|nach|bei|beim|bevor|während|sonst|wird|wurde|kommt|ich|wir|man|mein|ohne|hat|wo|denn|weil|aber|noch|bekommen|erhalten|benutz\\p{L}*|verwend\\p{L}*|nehm\\p{L}*|wieder|geschickt|gesendet",
    numbers:
      "zimmer|nummer|nr|bestellung|rechnung|zeile|seite|kapitel|seit|von|vom|bis|ab|über|etwa|ca|rund|nur|um|im jahr|jahr|linie|raum|kostet|kosten|wiegt|modell|hausnummer|plz|postleitzahl|tel|fehler|fehlercode|artikel",
    open: "fehler|post|status|quell|barcode|qr-?|länder|rabatt|gutschein|farb",
    digits:
      "null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\\p{L}{3,5}zehn|siebzehn|sechzehn|(?:\\p{L}{3,6}und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)",
  },
  {
    sure: "pin|code pin|digicode|code secret|cadenas|antivol|coffre(?:-fort)?|boîte à clés?|combinaison|cryptogramme|interphone|carte bleue|banque m'a envoyé|banque m’a envoyé",
    thing:
      "portail|portes?|grille|garage|alarme|casier|valise|barrière|immeuble|ascenseur|toilettes|cave|entrée|portillon|clavier|hall|déverrouill\\p{L}*|sms|texto|valider|usage unique|l'appli|l’appli|s'ouvre avec|s’ouvre avec|pour confirmer|boîte aux lettres|parking|sous-sol|consigne|résidence|chalet|volet|local (?:à|aux|des|vélos?)",
    code: "codes?|chiffres sont|codes? de \\p{L}+|(?:quatre|cinq|six|[4-8]) chiffres",
    purpose:
      "vérification|confirm\\p{L}*|connexion|connecter|sécurité|validation|valider|banque|carte|visa|mastercard|usage unique|sms|texto|reçu|recevoir|envoyé|appli|votre|ton|mon|sim|expir\\p{L}*|accès|partagez",
    access:
      "wi-?fi|la box|réseau|connecte[rz]?|connecte-toi|identifiants?|imprimante|ordinateur|partage de connexion|invités|zip|comptes?|messagerie",
    states:
      "est|c['’]est|sont|sera|était|sur|est sur|est au|au|avec|mets?|met|prend|veut|affiche|maintenant|en|envoyé|m['’]a envoyé|le|fais le|que le|pour|et|ou|celui \\S+ \\S+|(?:devant|derrière|haut|bas)|utilise[rz]?|essaie|maintenant|de|prends|prenez|soit|à savoir|désormais|reste|toujours|reçu|reçois|envoie|arrivé|j['’]utilise|note(?: bien)?|je crois,?|en bas|en haut",
    opens:
      "(?:ouvre|coupes?|déverrouille|entre) avec|ouvre (?:sur|avec|à)|tapes?|en (?:tapant|composant)|tu fais|composez?|fais(?: le)?|saisis(?:sez)?|entrez?|appuie sur|il faut (?:taper|entrer|faire|composer|mettre)|taper|composer|on (?:tape|fait|met)|j['’]ai mis|tu mets|faites|faut|réglé sur|mis sur|s['’]ouvre (?:avec|au|sur)|se déverrouille avec",
    after:
      "est (?:votre|ton|mon|le|la)|c['’]est|pour (?:la|le|te|se|valider)|reçu|puis|et ensuite|sur le clavier|ouvre|par (?:sms|texto|mail)|comme|pour (?:l['’]|mon|ma|me)|c['’]est ce que j['’]utilise|est ce que j['’]utilise",
    next: "et|ou|puis|pour|est|c['’]est|sur|à|au|le soir|ensuite|reçu|pousse|mais|si|dans|de|quand|avec|maintenant|ici|par|comme|avant|après|sinon|ne|via|pendant|sans|car|que|qui|je|on|ça|du|la|le|marche|fonctionne|suffit",
    numbers:
      "chambre|appartement|numéro|n°|no|commande|facture|ligne|page|depuis|vers|environ|plus de|moins de|rue|modèle|coûte|tél|postal|ticket|vol|article",
    open: "erreur|source|barres|couleur|promo|civil|pays|retour|réduction",
    digits:
      "zéro|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt|trente|quarante|cinquante|soixante|quatre-vingts?",
  },
  {
    sure: "pin|código pin|candado|caja (?:fuerte|de llaves)|combinación|telefonillo|cvv|banco me (?:mandó|envió|ha mandado)|clave de un solo uso|código de (?:verificación|seguridad)",
    thing:
      "portón|portal|puertas?|verja|garaje|alarma|taquilla|barrera|maleta|baño|ascensor|trastero|entrada|móvil|desbloque\\p{L}*|porteros?|sms|la app|para confirmar|tarjeta|se abre con|buzón|aparcamiento|consigna|cabaña|cochera|cerradura|casillero|finca",
    code: "códigos?|números son|clave|(?:cuatro|cinco|seis|[4-8]) (?:dígitos|cifras)",
    purpose:
      "verificación|confirm\\p{L}*|acceso|seguridad|banco|tarjeta|visa|mastercard|sms|mensaje|llegar|mandó|enviado|un solo uso|tu|mi|sim|compartas|caduca|para entrar|entrar|la app",
    access:
      "wi-?fi|router|red|entrar|entra|inicia(?:r)? sesión|credenciales|impresora|portátil|correo|invitados|zip|contra del|cuenta|administrador",
    states:
      "es|son|está|será|era|es la|está en|ahora es|es el|en|con|usa|pon|mete|quiere|ahora|marca|va con|de|para|y|o|pone|a|el de \\S+|la de \\S+|arriba|abajo|delante|atrás|que|mandó|llegó|o sea|a saber|ojo|sigue siendo|todavía|uso|llegado|recibido|recibí|llega|mandado|enviado|envió|puesto|puse|creo que|lleva",
    opens:
      "(?:abre|quita|apaga|desbloquea|entra|va) con|marca|teclea|pulsa|introduce|escribe|pon|mete|digita|pones|marcas|tecleas|metes|pulsas|poner|marcar|teclear|introducir|hay que poner|puse|(?:abre|abren|abrir|quitar|desbloquear?) (?:con|poniendo|marcando)",
    after:
      "es (?:tu|mi|el|la|su|nuestr\\p{L})|para (?:el|la|entrar)|en el|en la|y luego|abre|quita|por (?:sms|mensaje|correo)|como|es lo que uso|de contraseña",
    next: "y|o|para|es|en|del|de la|luego|después|pero|si|ahora|al|de|caduca|no|cuando|con|por|como|antes|después|sin|porque|que|lo|la|el|se|me|sigue|vale|funciona|hasta|durante|ya",
    numbers:
      "habitación|piso|número|nº|no|pedido|factura|línea|página|desde|hacia|unos|casi|más de|menos de|calle|modelo|cuesta|tel|postal|vuelo|a las|artículo",
    open: "postal|error|fuente|barras|color|promocional|descuento|país|civil|qr",
    digits:
      "cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veinti\\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa",
  },
  {
    sure: "пин\\p{L}{0,2}(?:-?код\\p{L}{0,2})?|пук|сейф\\p{L}{0,2}|замок|замк\\p{L}{1,2}|велозамок|домофон\\p{L}{0,2}|ключниц\\p{L}|комбинаци\\p{L}|одноразов\\p{L}+|код\\p{L}{0,2} подъезда|cvv|банк\\p{L}{0,2} прислал\\p{L}?|прислал\\p{L}? банк",
    thing:
      "ворот\\p{L}{0,2}|двер\\p{L}{1,2}|калитк\\p{L}|гараж\\p{L}{0,2}|сигнализаци\\p{L}|шкафчик\\p{L}{0,2}|шлагбаум\\p{L}{0,2}|чемодан\\p{L}{0,2}|туалет\\p{L}{0,2}|лифт\\p{L}{0,2}|подъезд\\p{L}{0,2}|сара[йея]|вход\\p{L}{0,2}|разблокир\\p{L}+|смс\\p{L}{0,2}|приложение|для подтверждения|камер\\p{L} хранения|ячейк\\p{L}|ящик\\p{L}?|паркинг\\p{L}?|дач\\p{L}|подвал\\p{L}{0,2}|кладовк\\p{L}|телефон (?:открывается|разблокируется)|турникет\\p{L}?",
    code: "код\\p{L}{0,2}|цифры|(?:четыре|пять|шесть|[4-8]) цифр\\p{L}?",
    purpose:
      "подтвержд\\p{L}+|вход\\p{L}{0,2}|войти|доступ\\p{L}{0,2}|смс\\p{L}{0,2}|банк\\p{L}{0,2}|карт\\p{L}{1,2}|сбер\\p{L}{0,2}|прислал\\p{L}?|пришл\\p{L}|ваш|твой|мой|приложение|виз\\p{L}|мастеркард\\p{L}?|симк\\p{L}|никому|старый|введи(?:те)?",
    access:
      "вай-?фа\\p{L}|wi-?fi|роутер\\p{L}{0,2}|сет\\p{L}|логин|зайти|заходи|войти|доступ|учётк\\p{L}|принтер\\p{L}{0,2}|нас\\p{L}|архив|ноутбук\\p{L}?|нетфликс\\p{L}?|пасс|гостев\\p{L}+|аккаунт\\p{L}{0,2}|админк\\p{L}|вхожу|захожу|почт\\p{L}",
    states:
      "это|теперь|теперь там|на|с|был|было|кажется|просит|показывает|прислал|новый|новый код|введи(?:те)?|или|и|от|для|задней|передней|от \\p{L}+|для \\p{L}+|гостевой|на \\p{L}+|то есть|а именно|всё ещё|остался|осталась|приш\\p{L}+|получил\\p{L}?|использую|поставил\\p{L}?|запомни|запиши|стоит|такой|вроде|кажется,?|внизу|наверху",
    opens:
      "(?:открывается|закрывается|отключается|разблокируется)(?: на| с| фразой)?|набери(?:те)?|нажми(?:те)?|введи(?:те)?|вводи|жми(?:те)?|набирай(?:те)?|набрать|наберёшь|ввести|нажать|кодом|поставил\\p{L}? на|по коду|откры\\p{L}+ (?:на|с|по)|стоит на",
    after: "(?:— |– |- |это )?(?:ваш|твой|мой|новый|код|пароль|то, чем)|от|для|открывает|и звёздочку|приш\\p{L}+|как",
    next: "и|или|на|от|для|потом|затем|это|только|вводи|но|если|с|к|в|никому|чтобы|как|приш\\p{L}+|перед|после|до|без|потому|когда|я|мне|не|у|уже|из|по|при|подходит|работает",
    numbers:
      "комната|квартира|дом|номер|заказ|счёт|строка|страница|около|более|менее|больше|меньше|стоит|весит|в|тел|индекс|модель|рейс|год|года|размер|артикул|ошибки",
    open: "почтов\\p{L}+|ошибк\\p{L}|исходн\\p{L}+|ответа|страны|телефонн\\p{L}+|товара|возврата",
    digits:
      "ноль|нуль|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|\\p{L}+надцать|двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто",
  },
  {
    sure: "codice segreto|kod pin|senha|pincode|combinazione|toegangscode|暗証番号|確認コード|認証(?:コード|番号)|인증 ?(?:번호|코드)|비밀번호|(?:weryfikacyjny|doğrulama) kod\\p{L}{0,6}|doğrulama kodu\\p{L}{0,3}|kod domofonu|cassaforte|kluis|sejf",
    thing: "porta|cancello|portone|cofre|portão|deur|poort|kluisje|drzwi|bram[ay]|dvere|dörr|grind|kapı",
    code: "c[óo]digos?|codice|kod\\p{L}{0,6}|コード|코드|κωδικ\\p{L}{1,3}|kóð?d?",
    purpose:
      "weryfik\\p{L}*|potvr\\p{L}*|doğrula\\p{L}*|onay\\p{L}*|dost[ęe]p\\p{L}*|engång\\p{L}*|toegang|carta|cartão|karty|karte|twój|seu|tuo|din|uw",
    access: "wachtwoord|logga|inloggen|sieć|rete",
    states: "[è時を]|é|is|to|to jest|är|er|je|este|は|です",
    opens: "entra con|si apre con|abre com|entre com|wpisz|otwiera się|gebruik|tik",
    after: "(?:è|é|to|to jest|är|er)|です|입니다",
    next: "e|i|en|och|oder|of|です",
    numbers: "numero|nummer|numer|rok|anno|ano|jaar",
    open: "fout|errore|błędu|postcode|kreskowy|erro",
    digits:
      "zero|due|tre|quattro|cinque|sei|sette|otto|nove|dois|três|quatro|sete|oito|nul|een|twee|drie|vier|vijf|zes|zeven|acht|negen|jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć",
  },
];

/** Languages without spaces between words. */
export const spaceless: TellingWords = {
  sure: "密码|密碼|口令|的锁|验证码|驗證碼|校验码|认证码|動態碼|动态码|保险[柜箱]|挂锁|自行车锁|单车锁|门禁|钥匙盒|取件码|令牌|解锁|动态密码|(?<![a-z])(?:cvv|pin|puk)(?![a-z])",
  thing:
    "门口|车库|警报|报警器|柜子|行李箱|厕所|电梯|大堂|仓库|短信|银行|信箱|储物柜|更衣柜|小区|院子|道闸|民宿|手机|平板|锁|门",
  code: "码|代码",
  purpose:
    "短信|登录|确认|银行|转账|收到|发来|取款|银行卡|勿泄露|(?<![a-z])visa(?![a-z])|万事达|失效|键盘|新的|您的|你的|我的",
  access: "(?<![a-z])(?:wi-?fi|nas)(?![a-z])|路由器|登录|登陆|热点|账号|打印机|压缩包|解压|访客|奈飞|邮箱",
  states: "[是为填用成：到了]|改成|现在是?|现在用|新的是|用这个|的是|叫|上显示|显示|发来|收到|记住|说|写着|密码|网络",
  opens: "按|输入?|拨|就?输|填",
  after: "[，,]?这?就?是|就开|解除|再按|登录|解压|和|为|了",
  next: "[\\p{Script=Han}]",
  numbers: "第|约|共|重|建于|错误码|邮编|年|邮政编码|房间|订单|商品|型号|发票|编号|要|有",
  open: "错误|邮政|源|二维|条形|状态|返回",
  digits: "[零〇一二三四五六七八九两幺]",
};
