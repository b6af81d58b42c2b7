import type { BlindWordings } from "../wordings.js";

export const german: BlindWordings = {
  facts: [
    ["Der Garten hat die Parzelle 17, gleich hinterm Vereinsheim.", "Parzelle 17"],
    ["Jonas bekommt jeden Morgen zwei Hübe aus dem blauen Spray.", "blauen Spray"],
    ["Unser Konto läuft bei der Volksbank Erlengrund.", "Erlengrund"],
    ["mein Spind im Hallenbad hat den Code 5528", "5528"],
    ["Das Werkzeug liegt in der Truhe auf dem Balkon.", "Truhe"],
  ],
  preferences: ["Lieber zehn Stunden Zug als eine Stunde Flieger.", "Kaffee nur schwarz, alles andere ist Nachtisch."],
  wishes: [
    "Wenn du Briefe für mich aufsetzt, unterschreib mit Dr. Okonkwo.",
    "Rechne mir Entfernungen bitte immer in Gehminuten um.",
  ],
  changes: [
    [
      "Opas Hörtest ist am 3. Juni.",
      "Die Praxis hat angerufen, Opas Hörtest rutscht auf den 19. Juni.",
      "19. Juni",
      "3. Juni",
    ],
    ["Ich fahre einen Corsa.", "Gestern den Yaris abgeholt, der Corsa ist Geschichte.", "Yaris", "Corsa"],
    [
      "Unsere Putzhilfe heißt Marta.",
      "Marta ist zurück nach Danzig. Das Putzen macht bei uns jetzt Frau Lohse.",
      "Lohse",
      "Marta",
    ],
    [
      "Wir wohnen in der Gerbergasse.",
      "Alles voller Kartons, aber wir sind drin: Glockenweg 8 ist unser Zuhause.",
      "Glockenweg",
      "Gerbergasse",
    ],
    [
      "Ich bin Bauzeichnerin bei Voss und Partner.",
      "Morgen mein erster Tag bei Kettler, Voss und Partner liegt hinter mir.",
      "Kettler",
      "Bauzeichnerin bei Voss",
    ],
    [
      "Das Fitnessstudio kostet 29 Euro im Monat.",
      "Das Fitnessstudio will ab April 36 Euro, frech.",
      "36 Euro",
      "29 Euro",
    ],
    ["Ella spielt Blockflöte.", "Ella hatte genug von der Blockflöte, Trompete ist dran.", "Trompete", "Blockflöte"],
    [
      "Die gelbe Tonne wird donnerstags geleert.",
      "Laut Brief der Stadt leeren sie die gelbe Tonne künftig montags.",
      "montags",
      "donnerstags",
    ],
    [
      "Unser Internet ist von Fernnetz.",
      "Fernnetz war ein Graus, Internet haben wir von Lerche.",
      "Lerche",
      "von Fernnetz",
    ],
    [
      "Mein Physiotherapeut heißt Anton.",
      "Kam gerade eine SMS, Frau Brix übernimmt mich in der Physiotherapie.",
      "Brix",
      "Anton",
    ],
  ],
  corrections: [
    ["Der Klempner kommt um zehn.", "Elf, ich rede Unsinn.", "Elf", "zehn"],
    [
      "Leos Lehrerin ist Frau Dunker.",
      "Dunker ist die Rektorin, mein Kopf heute. Leo hat Frau Tapper.",
      "Tapper",
      "Lehrerin ist Frau Dunker",
    ],
    ["Mein Reisepass gilt bis August 2029.", "Hab den Pass grad vor mir: gilt bis Mai 2028.", "2028", "2029"],
    [
      "Die Katze kriegt 5 mg von den Tabletten.",
      "Das ist die Dosis vom Hund. Bei der Katze sind es 2,5 mg.",
      "2,5 mg",
      "kriegt 5 mg",
    ],
    ["Tante Jutta wohnt in Hausnummer 12.", "Zahlendreher, Hausnummer 21.", "21", "12"],
  ],
  temporary: [
    ["Ich laufe die nächsten drei Wochen auf Krücken.", "Krücken"],
    ["Papa füttert die Kaninchen, solange wir weg sind, also bis zum 15.", "Kaninchen"],
    ["Die Küche ist bis nächsten Samstag nicht benutzbar, Handwerker.", "Küche"],
    ["Bis Dienstag geht bei mir nur das Handy von Sven.", "Sven"],
  ],
  ended: [
    ["Ich sitze im Elternbeirat.", "Aus dem Elternbeirat bin ich nach der Wahl raus."],
    [
      "Wir haben eine Garage in der Färberstraße gemietet.",
      "Die Schlüssel der Garage sind zurückgegeben, das Thema ist durch.",
    ],
  ],
  besides: [
    ["Wir haben einen Hund, der heißt Brando.", "Wir haben jetzt einen zweiten Hund, die Juno.", "Brando", "Juno"],
    ["Ich arbeite als Krankenpfleger.", "Nachtdienste mache ich keine mehr.", "Krankenpfleger", "Krankenpfleger"],
    ["Mein Bruder wohnt in Cork.", "Meine Schwester ist nach Lille gezogen.", "Cork", "Lille"],
    ["Ich nehme den Zug um 7:12.", "Der um 7:12 war wieder zu spät, neuer Rekord.", "7:12", "7:12"],
  ],
  nothing: [
    "Neues Jahr, neues Glück, haha.",
    "Hat das Museum jetzt auch feiertags offen?",
    "An der Haltestelle erzählte einer, er sei für immer nach Spanien gezogen.",
    "Die haben bei den Keksen schon wieder die Packung geändert.",
    "Kannst du den Absatz ans Ende verschieben?",
  ],
};
